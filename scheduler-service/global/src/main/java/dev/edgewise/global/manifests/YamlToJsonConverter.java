package dev.edgewise.global.manifests;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigInteger;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes JSON trees from what YAML had. An alias is copied wherever it is used, so the number of values of all documents
 * and the length of their texts are limited: a few lines of aliases of aliases would fill the memory.
 */
final class YamlToJsonConverter {
    static final int MOST_VALUES = 100_000;
    /** The most characters of all texts and keys: an alias of a long text takes no memory before it is written. */
    static final int MOST_CHARACTERS = 4 * 1024 * 1024;

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private final IdentityHashMap<Object, Boolean> open = new IdentityHashMap<>();
    private int values;
    private long characters;

    /**
     * @throws IllegalArgumentException if JSON has no such value, or there are too many; the message says what is
     *     allowed
     */
    JsonNode tree(@Nullable Object value) {
        if (++values > MOST_VALUES) {
            throw new IllegalArgumentException(
                    "at most " + MOST_VALUES + " values, aliases counted where they are used");
        }
        if (value instanceof Map<?, ?> map) {
            return within(map, () -> object(map));
        }
        if (value instanceof List<?> list) {
            return within(list, () -> array(list));
        }
        return scalar(value);
    }

    private JsonNode within(Object collection, Supplier<JsonNode> read) {
        if (open.put(collection, true) != null) {
            throw new IllegalArgumentException("without an alias of a collection within itself");
        }
        JsonNode tree = read.get();
        open.remove(collection);
        return tree;
    }

    private ObjectNode object(Map<?, ?> map) {
        ObjectNode object = JSON.objectNode();
        map.forEach((key, value) -> {
            if (!(key instanceof String || key instanceof Number || key instanceof Boolean)) {
                throw new IllegalArgumentException("with texts as keys of maps");
            }
            object.set(counted(key.toString()), tree(value));
        });
        if (object.size() != map.size()) {
            throw new IllegalArgumentException("without a key that is there twice, as a text and as a number");
        }
        return object;
    }

    private ArrayNode array(List<?> list) {
        ArrayNode array = JSON.arrayNode(list.size());
        list.forEach(value -> array.add(tree(value)));
        return array;
    }

    private String counted(String text) {
        characters += text.length();
        if (characters > MOST_CHARACTERS) {
            throw new IllegalArgumentException("at most " + MOST_CHARACTERS
                    + " characters of keys and texts, aliases counted where they are used");
        }
        return text;
    }

    private JsonNode scalar(@Nullable Object value) {
        if (value == null) {
            return JSON.nullNode();
        }
        if (value instanceof String text) {
            return JSON.textNode(counted(text));
        }
        if (value instanceof Boolean bool) {
            return JSON.booleanNode(bool);
        }
        if (value instanceof Integer number) {
            return JSON.numberNode(number);
        }
        if (value instanceof Long number) {
            return JSON.numberNode(number);
        }
        if (value instanceof BigInteger number) {
            return Objects.requireNonNull(JSON.numberNode(number));
        }
        if (value instanceof Double number && Double.isFinite(number)) {
            return JSON.numberNode(number);
        }
        throw new IllegalArgumentException("of maps, lists, texts, finite numbers, true, false and null");
    }
}
