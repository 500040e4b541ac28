package dev.edgewise.global.remote;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.util.JsonParserDelegate;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.http.AnswerTooLongException;
import dev.edgewise.kubernetes.http.ApiServerObjectMappers;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The fields of an object that are read: the parser skips all others, so that they take no memory. The fields of a
 * list's elements are those of the list. A value that is neither object nor list is read as it is. A text may be of a
 * member that is not trusted: the values that are kept, and the depth, are limited.
 */
final class SelectedFields {
    /** Selects all fields. */
    static final SelectedFields ALL = new SelectedFields(Map.of());

    /**
     * The values that are kept of one text, of 200 bytes each at most, and so 40 MB. The metadata of the largest object
     * that an API server stores has fewer.
     */
    static final int MOST_VALUES = 200_000;

    /**
     * The lists and objects within each other: the parser keeps some 60 bytes of each. No API server stores more than
     * 10,000.
     */
    private static final int MOST_DEPTH = 250_000;

    private static final ObjectMapper MAPPER = mapper();

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

    private static ObjectMapper mapper() {
        ObjectMapper mapper = ApiServerObjectMappers.mapper();
        JsonFactory factory = mapper.getFactory();
        factory.setStreamReadConstraints(factory.streamReadConstraints()
                .rebuild()
                .maxNestingDepth(MOST_DEPTH)
                .build());
        return mapper;
    }

    /**
     * Returns what is selected of a text in JSON; a missing node if it is none.
     *
     * @throws AnswerTooLongException if more than {@link #MOST_VALUES} values are selected
     */
    JsonNode read(byte[] json) throws AnswerTooLongException {
        try (JsonParser parser = new CountingParser(MAPPER.createParser(json))) {
            return parser.nextToken() == null ? MissingNode.getInstance() : value(parser);
        } catch (AnswerTooLongException tooLong) {
            throw tooLong;
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

    /**
     * Reads a list. A list within it has no fields, and is skipped: a member that is not trusted may send very deep
     * ones.
     */
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

    /** Counts the values that it reads without those that it skips, and reads no more than are allowed. */
    private static final class CountingParser extends JsonParserDelegate {
        private int values;

        CountingParser(JsonParser parser) {
            super(parser);
        }

        @Override
        public @Nullable JsonToken nextToken() throws IOException {
            JsonToken token = super.nextToken();
            if (token != null && token != JsonToken.FIELD_NAME && !token.isStructEnd()) {
                values++;
                if (values > MOST_VALUES) {
                    throw new AnswerTooLongException(MOST_VALUES, "values");
                }
            }
            return token;
        }

        /** Skips the value that begins with the present token. */
        @Override
        public JsonParser skipChildren() throws IOException {
            values--;
            return super.skipChildren();
        }
    }
}
