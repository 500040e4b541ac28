package dev.edgewise.embedded.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Short ways to read and write the trees that objects are kept as. */
public final class Json {
    private static final JsonMapper JSON = new JsonMapper();
    private static final YAMLMapper YAML = new YAMLMapper();

    private Json() {}

    public static ObjectNode object() {
        return JSON.createObjectNode();
    }

    public static JsonNode parse(byte[] body, String contentType) {
        try {
            return contentType.contains("yaml") ? YAML.readTree(body) : JSON.readTree(body);
        } catch (IOException e) {
            throw ApiException.badRequest(
                    "the body is no valid " + (contentType.contains("yaml") ? "YAML" : "JSON") + ": " + e.getMessage());
        }
    }

    public static ObjectNode parseObject(byte[] body, String contentType) {
        if (parse(body, contentType) instanceof ObjectNode object) {
            return object;
        }
        throw ApiException.badRequest("the body must be an object");
    }

    public static String render(JsonNode node) {
        try {
            return JSON.writeValueAsString(node);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree in memory that cannot be written", e);
        }
    }

    /** The node at these field names, or a missing node. */
    public static JsonNode at(JsonNode node, String... fields) {
        JsonNode found = node;
        for (String field : fields) {
            found = found.path(field);
        }
        return found;
    }

    /** The text at these field names; empty if absent. */
    public static String text(JsonNode node, String... fields) {
        return at(node, fields).asText("");
    }

    /** The object in this field, made if absent. */
    public static ObjectNode child(ObjectNode node, String field) {
        return node.get(field) instanceof ObjectNode existing ? existing : node.putObject(field);
    }

    /** The list in this field, made if absent. */
    public static ArrayNode list(ObjectNode node, String field) {
        return node.get(field) instanceof ArrayNode existing ? existing : node.putArray(field);
    }

    public static ObjectNode metadata(ObjectNode node) {
        return child(node, "metadata");
    }

    /** The elements that are objects. */
    public static Stream<ObjectNode> objects(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false)
                .filter(ObjectNode.class::isInstance)
                .map(ObjectNode.class::cast);
    }

    public static void putIfAbsent(ObjectNode node, String field, String value) {
        if (!node.hasNonNull(field)) {
            node.put(field, value);
        }
    }

    public static void putIfAbsent(ObjectNode node, String field, int value) {
        if (!node.hasNonNull(field)) {
            node.put(field, value);
        }
    }

    /** Copies the field, or removes it where the source lacks it. */
    public static void copyField(JsonNode from, ObjectNode to, String field) {
        JsonNode value = from.get(field);
        if (value == null || value.isNull()) {
            to.remove(field);
        } else {
            to.set(field, value);
        }
    }

    /** Formats a time as Kubernetes does: RFC 3339 in whole seconds. */
    public static String time(Instant instant) {
        return instant.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
