package dev.edgewise.global.manifests;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;

/** Reads the conditions of objects. */
final class Conditions {
    private Conditions() {}

    /** Returns the condition; a missing node if there is none of the type. */
    static JsonNode find(JsonNode object, String type) {
        for (JsonNode condition : object.path("status").path("conditions")) {
            if (condition.path("type").asText().equals(type)) {
                return condition;
            }
        }
        return MissingNode.getInstance();
    }

    static boolean is(JsonNode object, String type, String status) {
        return find(object, type).path("status").asText().equals(status);
    }

    /** Returns type, reason and message of the condition for people. */
    static String text(JsonNode object, String type) {
        JsonNode condition = find(object, type);
        if (condition.isMissingNode()) {
            return "it has no condition " + type + " yet";
        }
        String reason = condition.path("reason").asText("");
        String message = condition.path("message").asText("");
        String text = type + " is " + condition.path("status").asText("Unknown");
        return text + (reason.isEmpty() ? "" : ", " + reason) + (message.isEmpty() ? "" : ", " + message);
    }

    /** Whether the status is of an earlier generation of the object. */
    static boolean isStale(JsonNode object) {
        JsonNode observed = object.path("status").path("observedGeneration");
        return observed.isNumber()
                && observed.asLong()
                        < object.path("metadata").path("generation").asLong();
    }
}
