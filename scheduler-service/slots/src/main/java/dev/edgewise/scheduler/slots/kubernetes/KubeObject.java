package dev.edgewise.scheduler.slots.kubernetes;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import dev.edgewise.kubernetes.watch.UntypedObject;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import org.jspecify.annotations.Nullable;

/** An object of any kind that batch slots read. */
@JsonDeserialize(using = JsonDeserializer.None.class)
public final class KubeObject extends UntypedObject {
    private static final long serialVersionUID = 1L;

    @JsonProperty("data")
    private transient @Nullable JsonNode data;

    /** Reads an object from the answer to a request. */
    static KubeObject of(JsonNode json) {
        return read(json, KubeObject.class);
    }

    ObjectKey key() {
        return new ObjectKey(getMetadata().getNamespace(), getMetadata().getName());
    }

    JsonNode data() {
        return orMissing(data);
    }
}
