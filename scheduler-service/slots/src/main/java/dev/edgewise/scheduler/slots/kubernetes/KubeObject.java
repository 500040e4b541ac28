package dev.edgewise.scheduler.slots.kubernetes;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.edgewise.kubernetes.http.ServerJson;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An object of any kind as the API server sends it: metadata that is understood, and the rest as JSON. */
@JsonDeserialize(using = JsonDeserializer.None.class)
public final class KubeObject implements HasMetadata, Namespaced {
    private static final long serialVersionUID = 1L;
    private static final ObjectMapper MAPPER = ServerJson.lenient();

    private ObjectMeta metadata = new WholeMetadata();
    private String apiVersion = "";
    private String kind = "";

    @JsonProperty("spec")
    private transient @Nullable JsonNode spec;

    @JsonProperty("status")
    private transient @Nullable JsonNode status;

    @JsonProperty("data")
    private transient @Nullable JsonNode data;

    /** Metadata with its finalizers, which the service reads of no other kind. */
    @JsonDeserialize(using = JsonDeserializer.None.class)
    static final class WholeMetadata extends ObjectMeta {
        private static final long serialVersionUID = 1L;
    }

    /** Reads an object from the answer to a request. */
    static KubeObject of(JsonNode json) {
        try {
            return MAPPER.treeToValue(json, KubeObject.class);
        } catch (JsonProcessingException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    @Override
    public ObjectMeta getMetadata() {
        return metadata;
    }

    @Override
    @JsonDeserialize(as = WholeMetadata.class)
    public void setMetadata(ObjectMeta value) {
        metadata = value;
    }

    @Override
    public String getKind() {
        return kind;
    }

    public void setKind(String value) {
        kind = value;
    }

    @Override
    public String getApiVersion() {
        return apiVersion;
    }

    @Override
    public void setApiVersion(String value) {
        apiVersion = value;
    }

    ObjectKey key() {
        return new ObjectKey(metadata.getNamespace(), metadata.getName());
    }

    /** Returns the resource version; empty if it has none. */
    String version() {
        return Objects.requireNonNullElse(metadata.getResourceVersion(), "");
    }

    JsonNode spec() {
        return spec == null ? MissingNode.getInstance() : spec;
    }

    JsonNode status() {
        return status == null ? MissingNode.getInstance() : status;
    }

    JsonNode data() {
        return data == null ? MissingNode.getInstance() : data;
    }

    String label(String name) {
        return text(metadata.getLabels(), name);
    }

    String annotation(String name) {
        return text(metadata.getAnnotations(), name);
    }

    private static String text(@Nullable Map<String, String> texts, String name) {
        String text = texts == null ? null : texts.get(name);
        return text == null ? "" : text;
    }
}
