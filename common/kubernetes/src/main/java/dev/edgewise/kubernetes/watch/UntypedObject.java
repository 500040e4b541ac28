package dev.edgewise.kubernetes.watch;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.edgewise.kubernetes.http.ApiServerObjectMappers;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An object as the API server sends it: metadata that is understood, spec and status as JSON, so that its reader can
 * name each field that is wrong. A subclass has {@code @JsonDeserialize(using = JsonDeserializer.None.class)}.
 */
public abstract class UntypedObject implements HasMetadata, Namespaced {
    private static final long serialVersionUID = 1L;
    private static final ObjectMapper MAPPER = ApiServerObjectMappers.lenient();

    private ObjectMeta metadata = new WholeMetadata();
    private String apiVersion = "";
    private String kind = "";

    @JsonProperty("spec")
    private transient @Nullable JsonNode spec;

    @JsonProperty("status")
    private transient @Nullable JsonNode status;

    /** Metadata with its finalizers, which a lean mapper leaves out of other kinds. */
    @JsonDeserialize(using = JsonDeserializer.None.class)
    static final class WholeMetadata extends ObjectMeta {
        private static final long serialVersionUID = 1L;
    }

    /** Reads an object from the answer to a request. */
    protected static <T extends UntypedObject> T read(JsonNode json, Class<T> type) {
        try {
            return MAPPER.treeToValue(json, type);
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

    /** Takes the spec. A subclass that overrides this says with an annotation how a large one is read. */
    @JsonProperty("spec")
    protected void setSpec(@Nullable JsonNode value) {
        spec = value;
    }

    public JsonNode spec() {
        return orMissing(spec);
    }

    public JsonNode status() {
        return orMissing(status);
    }

    protected static JsonNode orMissing(@Nullable JsonNode node) {
        return node == null ? MissingNode.getInstance() : node;
    }

    /** Returns the uid; empty if it has none. */
    public String uid() {
        return Objects.requireNonNullElse(metadata.getUid(), "");
    }

    /** Returns the resource version; empty if it has none. */
    public String version() {
        return Objects.requireNonNullElse(metadata.getResourceVersion(), "");
    }

    /** Returns the generation; 0 if it has none. */
    public long generation() {
        return Objects.requireNonNullElse(metadata.getGeneration(), 0L);
    }

    /** Returns when it was created, by the API server's clock; the epoch if that is not said. */
    public Instant createdAt() {
        String created = metadata.getCreationTimestamp();
        return created == null ? Instant.EPOCH : Instant.parse(created);
    }

    /** Whether it is being deleted: it exists until its last finalizer is gone. */
    public boolean deleting() {
        return metadata.getDeletionTimestamp() != null;
    }

    public boolean hasFinalizer(String name) {
        return metadata.getFinalizers() != null && metadata.getFinalizers().contains(name);
    }

    /** Returns the value of the label; empty if it has none. */
    public String label(String name) {
        return text(metadata.getLabels(), name);
    }

    /** Returns the value of the annotation; empty if it has none. */
    public String annotation(String name) {
        return text(metadata.getAnnotations(), name);
    }

    private static String text(@Nullable Map<String, String> texts, String name) {
        String text = texts == null ? null : texts.get(name);
        return text == null ? "" : text;
    }
}
