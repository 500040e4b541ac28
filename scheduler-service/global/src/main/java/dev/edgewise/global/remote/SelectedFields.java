package dev.edgewise.global.remote;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.kubernetes.http.ApiServerObjectMappers;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * The fields of an object that are read: the parser skips all others, so that they take no memory. The fields of a list's elements are those of the list. A value
 * that is neither object nor list is read as it is.
 */
final class SelectedFields {
    /** Selects all fields. */
    static final SelectedFields ALL = new SelectedFields(Map.of());

    private static final ObjectMapper MAPPER = ApiServerObjectMappers.mapper();

    private final Map<String, SelectedFields> fields;

    private SelectedFields(Map<String, SelectedFields> fields) {
        this.fields = Map.copyOf(fields);
    }

    /** Selects the fields of these names with all that is in them. */
    static SelectedFields of(String... names) {
        Map<String, SelectedFields> fields = new HashMap<>();
        for (String name : names) {
            fields.put(name, ALL);
        }
        return new SelectedFields(fields);
    }

    /** Returns this selection, and of another field what is selected there. */
    SelectedFields and(String name, SelectedFields within) {
        Map<String, SelectedFields> more = new HashMap<>(fields);
        more.put(name, within);
        return new SelectedFields(more);
    }

    /** Returns what is selected of a text in JSON; a missing node if it is none. */
    JsonNode read(byte[] json) {
        try (JsonParser parser = MAPPER.createParser(json)) {
            return parser.nextToken() == null ? MissingNode.getInstance() : value(parser);
        } catch (IOException notJson) {
            return MissingNode.getInstance();
        }
    }

    private JsonNode value(JsonParser parser) throws IOException {
        if (this != ALL && parser.hasToken(JsonToken.START_OBJECT)) {
            return object(parser);
        }
        return this != ALL && parser.hasToken(JsonToken.START_ARRAY) ? list(parser) : parser.readValueAsTree();
    }

    private ObjectNode object(JsonParser parser) throws IOException {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            parser.nextToken();
            SelectedFields within = fields.get(name);
            if (within == null) {
                parser.skipChildren();
            } else {
                object.set(name, within.value(parser));
            }
        }
        return object;
    }

    /** Reads a list. A list within it has no fields, and is skipped: a member that is not trusted may send very deep ones. */
    private ArrayNode list(JsonParser parser) throws IOException {
        ArrayNode list = JsonNodeFactory.instance.arrayNode();
        for (JsonToken next = parser.nextToken(); next != JsonToken.END_ARRAY; next = parser.nextToken()) {
            if (next == JsonToken.START_ARRAY) {
                parser.skipChildren();
            } else {
                list.add(value(parser));
            }
        }
        return list;
    }
}
