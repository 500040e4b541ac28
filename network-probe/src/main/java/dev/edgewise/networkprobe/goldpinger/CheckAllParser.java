package dev.edgewise.networkprobe.goldpinger;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads the answer of Goldpinger's {@code /check_all} as it comes, without keeping it: {@code responses}, by pod, each
 * with {@code OK} and {@code response.podResults}, by pod, each with {@code OK} and {@code response-time-ms}, which is
 * left out when it is 0. Whatever else there is is skipped, and so is a result that is not of this form.
 */
final class CheckAllParser {
    private static final JsonFactory JSON = new JsonFactory();

    private final JsonParser parser;
    private final CheckAllListener listener;
    /** Whether the pod that is being read gave its results. */
    private boolean hasResults;

    private CheckAllParser(JsonParser parser, CheckAllListener listener) {
        this.parser = parser;
        this.listener = listener;
    }

    /** @throws IOException if it is not JSON, or has no responses; what came before was passed on */
    static void parse(InputStream json, CheckAllListener listener) throws IOException {
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), json)) {
            new CheckAllParser(parser, listener).document();
        } catch (JacksonException e) {
            throw new IOException("it is not the JSON of /check_all: " + e.getOriginalMessage(), e);
        }
    }

    private void document() throws IOException {
        if (parser.nextToken() != JsonToken.START_OBJECT || !hasObject("responses", this::responses)) {
            throw new IOException("it has no object \"responses\"");
        }
    }

    private void responses() {
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String pod = parser.currentName();
            hasResults = false;
            if (parser.nextToken() == JsonToken.START_OBJECT) {
                hasObject("response", () -> hasObject("podResults", () -> results(pod)));
            }
            if (!hasResults) {
                listener.failed(pod);
            }
        }
    }

    /** Whether the object that begins here has this field, and it is an object; reads that, and skips all others. */
    private boolean hasObject(String field, Runnable content) {
        boolean found = false;
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            boolean wanted = parser.currentName().equals(field);
            if (parser.nextToken() == JsonToken.START_OBJECT && wanted) {
                found = true;
                content.run();
            } else {
                parser.skipChildren();
            }
        }
        return found;
    }

    private void results(String from) {
        hasResults = true;
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String to = parser.currentName();
            if (parser.nextToken() == JsonToken.START_OBJECT) {
                result(from, to);
            } else {
                parser.skipChildren();
            }
        }
    }

    private void result(String from, String to) {
        Boolean ok = null;
        long millis = 0;
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String field = parser.currentName();
            JsonToken value = parser.nextToken();
            if (field.equals("OK")) {
                ok = bool(value);
            } else if (field.equals("response-time-ms")) {
                millis = millis(value);
            }
            parser.skipChildren();
        }
        if (ok != null && millis >= 0) {
            listener.ping(from, to, ok, millis);
        }
    }

    private static @Nullable Boolean bool(JsonToken value) {
        return value == JsonToken.VALUE_TRUE ? Boolean.TRUE : value == JsonToken.VALUE_FALSE ? Boolean.FALSE : null;
    }

    private long millis(JsonToken value) {
        return value.isNumeric() && parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER
                ? parser.getValueAsLong(-1)
                : -1;
    }
}
