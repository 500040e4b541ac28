package dev.edgewise.networkprobe.protocol;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonPointer;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads a message value by value and checks each. Fields that its reader does not know are skipped, so that newer
 * agents and coordinators can talk to older ones. Where a value is, is put into words only when it is refused: a large
 * cluster reports 400,000 of them a round.
 */
final class MessageReader {
    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();
    private static final int MAX_SHOWN = 40;

    private final JsonParser parser;

    private MessageReader(JsonParser parser) {
        this.parser = parser;
    }

    /**
     * Reads a document that is one JSON object.
     *
     * @param message what it is called in errors
     * @throws InvalidMessageException if it is not what it should be
     */
    static <T> T read(String message, byte[] json, Function<MessageReader, T> body) {
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), json)) {
            MessageReader reader = new MessageReader(parser);
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new InvalidMessageException(message, String.valueOf(parser.currentToken()), "a JSON object");
            }
            T read = body.apply(reader);
            if (parser.nextToken() != null) {
                throw new InvalidMessageException(message, "followed by more", "one JSON object");
            }
            return read;
        } catch (JacksonException e) {
            throw new InvalidMessageException(message, "no valid JSON", "a JSON object: " + e.getOriginalMessage());
        }
    }

    /** @param field gets the name of each field, and reads its value or leaves it */
    void object(Consumer<String> field) {
        require(JsonToken.START_OBJECT, "a JSON object");
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            parser.nextToken();
            field.accept(name);
            parser.skipChildren();
        }
    }

    <T> List<T> list(int most, Supplier<T> element) {
        require(JsonToken.START_ARRAY, "a JSON array");
        List<T> all = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            requireRoom(all.size(), most);
            all.add(element.get());
        }
        return all;
    }

    long[] numbers(int most, long min, long max) {
        require(JsonToken.START_ARRAY, "a JSON array");
        long[] numbers = new long[8];
        int count = 0;
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            requireRoom(count, most);
            if (count == numbers.length) {
                numbers = Arrays.copyOf(numbers, count * 2);
            }
            numbers[count++] = number(min, max);
        }
        return Arrays.copyOf(numbers, count);
    }

    private void requireRoom(int size, int most) {
        if (size == most) {
            throw refused("one too many", "at most " + most + " entries");
        }
    }

    long number(long min, long max) {
        if (parser.currentToken() == JsonToken.VALUE_NUMBER_INT
                && parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER) {
            long value = parser.getLongValue();
            if (value >= min && value <= max) {
                return value;
            }
        }
        throw refused(String.valueOf(parser.getString()), "a whole number in " + min + ".." + max);
    }

    String text() {
        require(JsonToken.VALUE_STRING, "a text");
        return parser.getString();
    }

    boolean flag() {
        if (parser.currentToken() != JsonToken.VALUE_FALSE) {
            require(JsonToken.VALUE_TRUE, "true or false");
        }
        return parser.getBooleanValue();
    }

    private void require(JsonToken token, String allowed) {
        if (parser.currentToken() != token) {
            throw refused(String.valueOf(parser.currentToken()), allowed);
        }
    }

    /** The value that was read last is not what it should be. */
    InvalidMessageException refused(String value, String allowed) {
        return new InvalidMessageException(path(null), shown(value), allowed);
    }

    /** A field of the object that was read last is not what it should be. */
    InvalidMessageException refusedField(String field, String value, String allowed) {
        return new InvalidMessageException(path(field), shown(value), allowed);
    }

    /** Path of the field, such as {@code results[3].rttMicros[1]}. */
    private String path(@Nullable String field) {
        StringBuilder path = new StringBuilder();
        JsonPointer at = parser.streamReadContext().pathAsPointer();
        for (; !at.matches(); at = at.tail()) {
            if (at.mayMatchElement()) {
                path.append('[').append(at.getMatchingIndex()).append(']');
            } else {
                path.append(path.isEmpty() ? "" : ".").append(at.getMatchingProperty());
            }
        }
        return path.append(field == null || path.isEmpty() ? "" : ".")
                .append(field == null ? "" : field)
                .toString();
    }

    private static String shown(String text) {
        return text.length() <= MAX_SHOWN ? text : text.substring(0, MAX_SHOWN) + "…";
    }
}
