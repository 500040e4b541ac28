package dev.edgewise.embedded.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/** One version of one object. The tree must not be changed; its text is rendered once and shared by all readers. */
public final class StoredObject {
    private final ResourceType type;
    private final ObjectNode json;
    private final long version;
    private volatile @Nullable String text;

    public StoredObject(ResourceType type, ObjectNode json, long version) {
        this.type = type;
        this.json = json;
        this.version = version;
        Json.metadata(json).put("resourceVersion", Long.toString(version));
    }

    public ResourceType type() {
        return type;
    }

    public ObjectNode json() {
        return json;
    }

    public ObjectNode copy() {
        return json.deepCopy();
    }

    public long version() {
        return version;
    }

    public JsonNode metadata() {
        return json.path("metadata");
    }

    public String namespace() {
        return Json.text(json, "metadata", "namespace");
    }

    public String name() {
        return Json.text(json, "metadata", "name");
    }

    public String uid() {
        return Json.text(json, "metadata", "uid");
    }

    public boolean isBeingDeleted() {
        return metadata().hasNonNull("deletionTimestamp");
    }

    public String text() {
        String rendered = text;
        if (rendered == null) {
            rendered = Json.render(json);
            text = rendered;
        }
        return rendered;
    }
}
