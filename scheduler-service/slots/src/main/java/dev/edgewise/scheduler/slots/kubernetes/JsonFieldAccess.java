package dev.edgewise.scheduler.slots.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Values as JSON has them. Reading takes what people have written by hand: a wrong value is as good as none. */
final class JsonFieldAccess {
    private JsonFieldAccess() {}

    static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    static ArrayNode array() {
        return JsonNodeFactory.instance.arrayNode();
    }

    static void put(ObjectNode object, String field, @Nullable Instant instant) {
        if (instant != null) {
            object.put(field, instant.toString());
        }
    }

    static void put(ObjectNode object, String field, @Nullable String text) {
        if (text != null && !text.isEmpty()) {
            object.put(field, text);
        }
    }

    static ArrayNode integers(List<Integer> numbers) {
        ArrayNode array = array();
        numbers.forEach(array::add);
        return array;
    }

    static List<Integer> integers(JsonNode array) {
        return list(array, JsonNode::asInt);
    }

    static <T> ArrayNode array(Iterable<T> all, Function<T, ObjectNode> one) {
        ArrayNode array = array();
        all.forEach(each -> array.add(one.apply(each)));
        return array;
    }

    static <T> List<T> list(JsonNode array, Function<JsonNode, T> one) {
        List<T> list = new ArrayList<>(array.size());
        array.forEach(each -> list.add(one.apply(each)));
        return list;
    }

    static @Nullable String text(JsonNode object, String field) {
        JsonNode text = object.path(field);
        return text.isTextual() ? text.asText() : null;
    }

    static @Nullable Instant instant(JsonNode object, String field) {
        String text = text(object, field);
        if (text == null) {
            return null;
        }
        try {
            return Instant.parse(text);
        } catch (DateTimeParseException none) {
            return null;
        }
    }

    /** Returns the instant; the beginning of time if there is none. */
    static Instant instantOrEpoch(JsonNode object, String field) {
        Instant instant = instant(object, field);
        return instant == null ? Instant.EPOCH : instant;
    }
}
