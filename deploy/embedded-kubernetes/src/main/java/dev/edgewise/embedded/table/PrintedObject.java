package dev.edgewise.embedded.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.embedded.store.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An object that is being printed; paths are fields with dots in between.
 *
 * @param object in the form that the store keeps
 */
record PrintedObject(JsonNode object, Instant now) {
    static final String NONE = "<none>";

    JsonNode at(String path) {
        return Json.at(object, path.split("\\."));
    }

    String text(String path) {
        return at(path).asText("");
    }

    String textOr(String path, String absent) {
        String text = text(path);
        return text.isEmpty() ? absent : text;
    }

    int number(String path) {
        return at(path).asInt();
    }

    Stream<ObjectNode> objects(String path) {
        return Json.objects(at(path));
    }

    boolean isBeingDeleted() {
        return at("metadata").hasNonNull("deletionTimestamp");
    }

    String age(String path) {
        return AgeFormat.since(text(path), now);
    }

    /** Time from one moment to the other, or until now; empty before it began. */
    String duration(String from, String to) {
        String start = text(from);
        return start.isEmpty()
                ? ""
                : AgeFormat.of(
                        Duration.between(Instant.parse(start), text(to).isEmpty() ? now : Instant.parse(text(to))));
    }

    /** Whether the condition of this type is {@code True}. */
    boolean is(String condition) {
        return objects("status.conditions")
                .anyMatch(found -> Json.text(found, "type").equals(condition)
                        && Json.text(found, "status").equals("True"));
    }

    /** One field of each element, with commas in between. */
    String join(String path, String field) {
        return objects(path).map(element -> Json.text(element, field)).collect(Collectors.joining(","));
    }
}
