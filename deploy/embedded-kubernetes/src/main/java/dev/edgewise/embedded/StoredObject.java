package dev.edgewise.embedded;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/** One version of one object. The tree must not be changed; its text is rendered once and shared by all readers. */
final class StoredObject {
    private final ResourceType type;
    private final ObjectNode json;
    private final long version;
    private volatile @Nullable String text;

    StoredObject(ResourceType type, ObjectNode json, long version) {
        this.type = type;
        this.json = json;
        this.version = version;
        Json.metadata(json).put("resourceVersion", Long.toString(version));
    }

    ResourceType type() {
        return type;
    }

    ObjectNode json() {
        return json;
    }

    ObjectNode copy() {
        return json.deepCopy();
    }

    long version() {
        return version;
    }

    JsonNode metadata() {
        return json.path("metadata");
    }

    String namespace() {
        return Json.text(json, "metadata", "namespace");
    }

    String name() {
        return Json.text(json, "metadata", "name");
    }

    String uid() {
        return Json.text(json, "metadata", "uid");
    }

    boolean isBeingDeleted() {
        return metadata().hasNonNull("deletionTimestamp");
    }

    String text() {
        String rendered = text;
        if (rendered == null) {
            rendered = Json.render(json);
            text = rendered;
        }
        return rendered;
    }
}
