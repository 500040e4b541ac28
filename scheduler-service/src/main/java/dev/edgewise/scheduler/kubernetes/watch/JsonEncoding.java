package dev.edgewise.scheduler.kubernetes.watch;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Objects in JSON, which every server speaks. Each byte is parsed once. */
final class JsonEncoding<T> implements Encoding<T> {
    private static final ObjectMapper MAPPER = LeanMapper.create();

    private final ObjectReader reader;

    JsonEncoding(Class<T> type) {
        this.reader = MAPPER.readerFor(type);
    }

    @Override
    public Page page(byte[] list, Consumer<T> items) throws IOException {
        try (JsonParser parser = MAPPER.createParser(list)) {
            JsonNode metadata = MAPPER.missingNode();
            expect(parser.nextToken(), JsonToken.START_OBJECT);
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String field = parser.currentName();
                parser.nextToken();
                if (field.equals("metadata")) {
                    metadata = parser.readValueAsTree();
                } else if (field.equals("items") && parser.currentToken() == JsonToken.START_ARRAY) {
                    items(parser, items);
                } else {
                    parser.skipChildren();
                }
            }
            return new Page(
                    metadata.path("resourceVersion").asText(),
                    metadata.path("continue").asText());
        }
    }

    private void items(JsonParser parser, Consumer<T> items) throws IOException {
        while (parser.nextToken() == JsonToken.START_OBJECT) {
            items.accept(object(parser));
        }
    }

    @Override
    public Events<T> events(InputStream watch) throws IOException {
        // The stream is the connection's, which is closed with the watch.
        JsonParser parser = MAPPER.createParser(watch).disable(JsonParser.Feature.AUTO_CLOSE_SOURCE);
        return () -> next(parser);
    }

    private @Nullable WatchEvent<T> next(JsonParser parser) throws IOException {
        JsonToken start = parser.nextToken();
        if (start == null) {
            return null;
        }
        expect(start, JsonToken.START_OBJECT);
        String type = "";
        WatchEvent<T> event = null;
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String field = parser.currentName();
            parser.nextToken();
            if (field.equals("type")) {
                type = parser.getText();
            } else if (field.equals("object")) {
                event = event(type, parser);
            } else {
                parser.skipChildren();
            }
        }
        if (event == null) {
            throw new EOFException("the watch ended within an event");
        }
        return event;
    }

    /** The API server always says the type first. */
    private WatchEvent<T> event(String type, JsonParser parser) throws IOException {
        switch (type) {
            case "ADDED", "MODIFIED":
                return new WatchEvent.Changed<>(object(parser));
            case "DELETED":
                return new WatchEvent.Gone<>(object(parser));
            case "BOOKMARK":
                JsonNode mark = parser.readValueAsTree();
                return new WatchEvent.Bookmark<>(
                        mark.path("metadata").path("resourceVersion").asText());
            default:
                JsonNode status = parser.readValueAsTree();
                return new WatchEvent.Failed<>(
                        status.path("code").asInt(), status.path("message").asText());
        }
    }

    private T object(JsonParser parser) throws IOException {
        return reader.readValue(parser);
    }

    private static void expect(@Nullable JsonToken found, JsonToken wanted) throws IOException {
        if (found != wanted) {
            throw new IOException("expected " + wanted + ", found " + found);
        }
    }
}
