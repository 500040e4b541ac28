package dev.edgewise.embedded.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.embedded.store.ResourceType;
import java.util.Map;

/** Events have two APIs, core and {@code events.k8s.io}, over the same objects; they are kept in the core form. */
final class Events {
    private static final Map<String, String> NEW_TO_CORE = Map.of(
            "regarding", "involvedObject",
            "note", "message",
            "deprecatedSource", "source",
            "deprecatedFirstTimestamp", "firstTimestamp",
            "deprecatedLastTimestamp", "lastTimestamp",
            "deprecatedCount", "count",
            "reportingController", "reportingComponent");

    private Events() {}

    static boolean isNewForm(ResourceType type) {
        return type.is("events.k8s.io", "events");
    }

    static void toCoreForm(ObjectNode event) {
        NEW_TO_CORE.forEach((newName, coreName) -> rename(event, newName, coreName));
        event.put("apiVersion", "v1");
    }

    static void toNewForm(ObjectNode event) {
        NEW_TO_CORE.forEach((newName, coreName) -> rename(event, coreName, newName));
    }

    private static void rename(ObjectNode event, String from, String to) {
        JsonNode value = event.remove(from);
        if (value != null) {
            event.set(to, value);
        }
    }
}
