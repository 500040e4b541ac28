package dev.edgewise.global.kubernetes;

import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import dev.edgewise.global.model.RequestKey;
import dev.edgewise.kubernetes.watch.UntypedObject;
import java.util.HashMap;
import org.jspecify.annotations.Nullable;

/** A GlobalRequest as the API server sends it. */
@JsonDeserialize(using = JsonDeserializer.None.class)
public final class GlobalRequestObject extends UntypedObject {
    private static final long serialVersionUID = 1L;

    /** Reads an object from the answer to a request. */
    static GlobalRequestObject of(JsonNode json) {
        return read(json, GlobalRequestObject.class);
    }

    @Override
    @JsonDeserialize(using = ManifestSkippingDeserializer.class)
    protected void setSpec(@Nullable JsonNode value) {
        super.setSpec(value);
    }

    /**
     * Removes the spec and the annotations, in one of which kubectl keeps a second copy of the manifests: both were
     * read already.
     */
    GlobalRequestObject lean() {
        setSpec(null);
        getMetadata().setAnnotations(new HashMap<>());
        return this;
    }

    RequestKey key() {
        return new RequestKey(getMetadata().getNamespace(), getMetadata().getName());
    }
}
