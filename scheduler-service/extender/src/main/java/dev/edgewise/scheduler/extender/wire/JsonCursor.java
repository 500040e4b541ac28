package dev.edgewise.scheduler.extender.wire;

import dev.edgewise.scheduler.extender.buffer.ByteRange;
import dev.edgewise.scheduler.extender.buffer.RequestBody;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonFactoryBuilder;

/**
 * Reads a body once and picks the needed values: each is read by one call, or skipped. Treats {@code null} as absent.
 */
final class JsonCursor implements AutoCloseable {
    /**
     * The parser's settings. A tenant chooses names of variables and numbers of any length: the limit of the body is
     * enough. Each cursor builds its own factory, as a factory caches names of fields, thousands of any length.
     */
    private static final JsonFactoryBuilder JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNameLength(Integer.MAX_VALUE)
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .build());

    private final RequestBody body;
    private final JsonParser parser;
    /** Whether all of the body is read, though not by the parser. */
    private boolean isAtEnd;

    private JsonCursor(RequestBody body) {
        this.body = body;
        this.parser = JSON.build().createParser(ObjectReadContext.empty(), body.bytes(), 0, body.length());
    }

    /**
     * Reads the fields of a body.
     *
     * @param field reads the value of the field of that name, or skips it
     * @throws InvalidBodyException if it is no JSON object
     */
    static void readObject(RequestBody body, FieldReader field) {
        try (JsonCursor cursor = new JsonCursor(body)) {
            cursor.parser.nextToken();
            cursor.require(cursor.parser.currentToken() == JsonToken.START_OBJECT, "the body", "an object");
            cursor.object("the body", name -> field.read(name, cursor));
            cursor.requireEnd();
        } catch (JacksonException e) {
            throw new InvalidBodyException("the body", "malformed: " + e.getOriginalMessage(), "JSON");
        }
    }

    private void requireEnd() {
        if (!isAtEnd) {
            parser.nextToken();
            require(parser.currentToken() == null, "what follows the body", "nothing");
        }
    }

    /** Ends the reading after a value of the body's last field, if that ends there; returns whether it does. */
    boolean endsAfter(int end) {
        byte[] bytes = body.bytes();
        int last = body.length() - 1;
        while (last > end && bytes[last] == '\n') {
            last--;
        }
        isAtEnd = last == end && bytes[last] == '}';
        return isAtEnd;
    }

    /** Reads one field. */
    @FunctionalInterface
    interface FieldReader {
        void read(String name, JsonCursor cursor);
    }

    /** @param field reads the value of the field of that name, or skips it */
    void object(String path, Consumer<String> field) {
        require(isObject() || isNull(), path, "an object or null");
        if (isNull()) {
            return;
        }
        while (!isAtEnd && parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            parser.nextToken();
            field.accept(name);
        }
    }

    /** @param element reads the element at that place, or skips it */
    void list(String path, int most, IntConsumer element) {
        require(parser.currentToken() == JsonToken.START_ARRAY || isNull(), path, "a list or null");
        if (isNull()) {
            return;
        }
        for (int i = 0; parser.nextToken() != JsonToken.END_ARRAY; i++) {
            requireAtMost(i + 1, most, path);
            element.accept(i);
        }
    }

    /**
     * Reads the fields of an object, and says where it stands.
     *
     * @param field reads the value of the field of that name, or skips it
     */
    ByteRange objectPart(String path, Consumer<String> field) {
        require(isObject(), path, "an object");
        int from = begin();
        object(path, field);
        return new ByteRange(from, end());
    }

    void skip() {
        parser.skipChildren();
    }

    String text(String path) {
        require(isText(), path, "a text");
        return parser.getString();
    }

    long number(String path) {
        require(parser.currentToken() == JsonToken.VALUE_NUMBER_INT, path, "a whole number");
        return parser.getLongValue();
    }

    /** Returns the offset of the byte after the value that was read last. */
    int end() {
        return place(parser.currentLocation().getByteOffset());
    }

    /** Returns the offset of the first byte of the value that is to be read. */
    int begin() {
        return place(parser.currentTokenLocation().getByteOffset());
    }

    /** Names of fields are compared so: kube-scheduler writes {@code NodeNames}, others {@code nodenames}. */
    static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    static void requireAtMost(int count, int most, String path) {
        if (count > most) {
            throw new InvalidBodyException(path, "a list of more than " + most, "a list of at most " + most);
        }
    }

    boolean isObject() {
        return parser.currentToken() == JsonToken.START_OBJECT;
    }

    boolean isText() {
        return parser.currentToken() == JsonToken.VALUE_STRING;
    }

    boolean isNull() {
        return parser.currentToken() == JsonToken.VALUE_NULL;
    }

    /** Returns the byte offset; it is counted in UTF-8 only, and other encodings are refused. */
    private static int place(long offset) {
        if (offset < 0) {
            throw new InvalidBodyException("the body", "in another encoding", "JSON in UTF-8");
        }
        return (int) offset;
    }

    private void require(boolean holds, String path, String allowed) {
        if (!holds) {
            JsonToken token = parser.currentToken();
            throw new InvalidBodyException(path, token == null ? "missing" : kind(token), allowed);
        }
    }

    private static String kind(JsonToken token) {
        return switch (token) {
            case START_OBJECT -> "an object";
            case START_ARRAY -> "a list";
            case VALUE_STRING -> "a text";
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> "a number";
            case VALUE_TRUE, VALUE_FALSE -> "true or false";
            default -> "null";
        };
    }

    @Override
    public void close() {
        parser.close();
    }
}
