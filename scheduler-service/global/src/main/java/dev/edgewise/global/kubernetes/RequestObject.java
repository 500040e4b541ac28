package dev.edgewise.global.kubernetes;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.edgewise.global.model.RequestKey;
import dev.edgewise.kubernetes.http.ServerJson;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/** A GlobalRequest as the API server sends it: metadata that is understood, and the rest as JSON. */
@JsonDeserialize(using = JsonDeserializer.None.class)
public final class RequestObject implements HasMetadata, Namespaced {
    private static final long serialVersionUID = 1L;
    private static final ObjectMapper MAPPER = ServerJson.lenient();

    private ObjectMeta metadata = new ObjectMeta();
    private String apiVersion = "";
    private String kind = "";

    @JsonProperty("spec")
    private transient @Nullable JsonNode spec;

    @JsonProperty("status")
    private transient @Nullable JsonNode status;

    /** Reads an object from the answer to a request. */
    static RequestObject of(JsonNode json) {
        try {
            return MAPPER.treeToValue(json, RequestObject.class);
        } catch (JsonProcessingException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    @Override
    public ObjectMeta getMetadata() {
        return metadata;
    }

    @Override
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

    RequestKey key() {
        return new RequestKey(metadata.getNamespace(), metadata.getName());
    }

    JsonNode spec() {
        return spec == null ? MissingNode.getInstance() : spec;
    }

    JsonNode status() {
        return status == null ? MissingNode.getInstance() : status;
    }
}
