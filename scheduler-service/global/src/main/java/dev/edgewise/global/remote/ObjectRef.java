package dev.edgewise.global.remote;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * An object of an attempt in its member.
 *
 * @param collection path of the objects of its kind
 * @param namespaced whether the anchor owns it
 */
record ObjectRef(String collection, String kind, String name, boolean namespaced) {
    String path() {
        return collection + "/" + name;
    }

    String title() {
        return kind + " " + name;
    }

    ObjectNode json() {
        return JsonNodeFactory.instance
                .objectNode()
                .put("collection", collection)
                .put("kind", kind)
                .put("name", name)
                .put("namespaced", namespaced);
    }

    static ObjectRef of(JsonNode json) {
        return new ObjectRef(
                json.path("collection").asText(),
                json.path("kind").asText(),
                json.path("name").asText(),
                json.path("namespaced").asBoolean(true));
    }
}
