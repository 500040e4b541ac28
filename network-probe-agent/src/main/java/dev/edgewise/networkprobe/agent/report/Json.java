package dev.edgewise.networkprobe.agent.report;

import java.io.IOException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** Reads a JSON object's fields one by one; what a reader does not know is skipped, so that the coordinator may say more. */
final class Json {
    static final JsonFactory FACTORY = new JsonFactory();

    private Json() {}

    /** Takes one field, with the parser at its value. */
    @FunctionalInterface
    interface Field {
        /** Reads the value whole, or leaves it as it is. */
        void read(String name, JsonParser value) throws IOException;
    }

    /** Reads a document that is one object. */
    static void object(byte[] document, Field field) throws IOException {
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), document)) {
            parser.nextToken();
            object(parser, field);
        } catch (JacksonException e) {
            throw new IOException("the answer is no JSON that an agent understands: " + e.getOriginalMessage(), e);
        }
    }

    /** Reads the object that the parser is at. */
    static void object(JsonParser parser, Field field) throws IOException {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            throw new IOException("the answer has " + parser.currentToken() + " where an object is expected");
        }
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String name = parser.currentName();
            parser.nextToken();
            field.read(name, parser);
            parser.skipChildren();
        }
    }
}
