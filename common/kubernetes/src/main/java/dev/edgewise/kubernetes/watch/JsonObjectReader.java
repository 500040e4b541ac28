package dev.edgewise.kubernetes.watch;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** Reads objects of one kind in JSON. Each byte is parsed once. */
final class JsonObjectReader<T> {
    /**
     * Metadata of a page of a list.
     *
     * @param revision version of the whole list
     * @param next asks for the next page; empty after the last
     */
    record Page(String revision, String next) {}

    /** Thrown when a page of a list breaks off, or is no JSON from some object on. */
    static final class UnreadablePageException extends IOException {
        private static final long serialVersionUID = 1L;
        /** Metadata of the page that came before that object. */
        private final transient Page page;

        UnreadablePageException(Page page, IOException cause) {
            super(WatchOutage.describe(cause), cause);
            this.page = page;
        }

        Page page() {
            return page;
        }
    }

    @FunctionalInterface
    interface Events<T> {
        /** The next, for which it waits; null when the watch has ended. */
        @Nullable
        WatchEvent<T> next() throws IOException;
    }

    private final ObjectMapper mapper;
    private final ObjectReader reader;

    JsonObjectReader(Class<T> type, ObjectMapper mapper) {
        this.mapper = mapper;
        this.reader = mapper.readerFor(type);
    }

    /** Reads a page of a list, and hands on its objects while they come. */
    Page page(InputStream list, ObjectSink<T> items) throws IOException {
        Page page = null;
        try (JsonParser parser = parser(list)) {
            expect(parser.nextToken(), JsonToken.START_OBJECT);
            while (token(parser) == JsonToken.FIELD_NAME) {
                String field = parser.currentName();
                parser.nextToken();
                if (field.equals("metadata")) {
                    page = page(parser.readValueAsTree());
                } else if (field.equals("items") && parser.currentToken() == JsonToken.START_ARRAY) {
                    items(parser, items);
                } else {
                    parser.skipChildren();
                }
            }
            return page == null ? new Page("", "") : page;
        } catch (IOException broken) {
            throw page == null ? broken : new UnreadablePageException(page, broken);
        }
    }

    private static Page page(JsonNode metadata) {
        return new Page(
                metadata.path("resourceVersion").asText(),
                metadata.path("continue").asText());
    }

    private void items(JsonParser parser, ObjectSink<T> items) throws IOException {
        while (token(parser) == JsonToken.START_OBJECT) {
            T object = blank();
            String problem = fill(object, parser);
            if (problem == null) {
                items.object(object);
            } else {
                items.unreadable(object, problem);
            }
        }
    }

    Events<T> events(InputStream watch) throws IOException {
        JsonParser parser = parser(watch);
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
                event = event(type, parser, true);
            } else {
                parser.skipChildren();
            }
        }
        if (event == null) {
            throw new EOFException("the watch ended within an event");
        }
        return event;
    }

    /**
     * An event.
     *
     * @param type as the API server says it, always first
     * @param hasMore whether the parser has anything behind the object
     */
    WatchEvent<T> event(String type, JsonParser parser, boolean hasMore) throws IOException {
        if (!isOfObject(type)) {
            return event(type, parser.<JsonNode>readValueAsTree());
        }
        T object = blank();
        return event(type, object, hasMore ? fill(object, parser) : map(object, parser));
    }

    private static boolean isOfObject(String type) {
        return type.equals("ADDED") || type.equals("MODIFIED") || type.equals("DELETED");
    }

    private WatchEvent<T> event(String type, T object, @Nullable String problem) {
        if (type.equals("DELETED")) {
            // Its name is all that is needed.
            return new WatchEvent.Gone<>(object);
        }
        return problem == null ? new WatchEvent.Changed<>(object) : new WatchEvent.Unreadable<>(object, problem);
    }

    private WatchEvent<T> event(String type, JsonNode other) {
        return type.equals("BOOKMARK")
                ? new WatchEvent.Bookmark<>(
                        other.path("metadata").path("resourceVersion").asText())
                : new WatchEvent.Failed<>(
                        other.path("code").asInt(), other.path("message").asText());
    }

    private T blank() throws IOException {
        return reader.readValue("{}");
    }

    /** Returns what is wrong with the object, or null; the parser stands at its end in either case. */
    private @Nullable String fill(T object, JsonParser parser) throws IOException {
        int outside = parser.getParsingContext().getNestingDepth() - 1;
        String problem = map(object, parser);
        if (problem != null) {
            skip(parser, outside);
        }
        return problem;
    }

    /** Returns what is wrong with the object, or null; the parser then stands where that is. */
    private @Nullable String map(T object, JsonParser parser) throws IOException {
        try {
            reader.withValueToUpdate(object).readValue(parser);
            return null;
        } catch (JsonMappingException unmapped) {
            return unmapped.getOriginalMessage() + " at " + unmapped.getPathReference();
        } catch (StreamConstraintsException beyondLimit) {
            return beyondLimit.getOriginalMessage();
        }
    }

    private static void skip(JsonParser parser, int outside) throws IOException {
        while (parser.getParsingContext().getNestingDepth() > outside) {
            // A value beyond a limit is missing: the parser has no token once, and then the next one.
            if (parser.nextToken() == null && parser.isClosed()) {
                throw cut();
            }
        }
    }

    /** A parser that leaves the stream open: it belongs to the connection, which its opener closes. */
    private JsonParser parser(InputStream json) throws IOException {
        return mapper.createParser(new ManagedFieldsFilter(json)).disable(JsonParser.Feature.AUTO_CLOSE_SOURCE);
    }

    private static JsonToken token(JsonParser parser) throws IOException {
        JsonToken token = parser.nextToken();
        if (token == null) {
            throw cut();
        }
        return token;
    }

    private static EOFException cut() {
        return new EOFException("the answer ended within an object");
    }

    private static void expect(@Nullable JsonToken found, JsonToken wanted) throws IOException {
        if (found != wanted) {
            throw new IOException("expected " + wanted + ", found " + found);
        }
    }
}
