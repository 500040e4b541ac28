package dev.edgewise.global.kubernetes;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;

/**
 * Reads the spec of a request without its long manifests: a long {@code manifests.inline} becomes the number of its
 * characters, and null if it is no text.
 */
final class ManifestSkippingDeserializer extends JsonDeserializer<JsonNode> {
    private static final String MANIFESTS = "manifests";
    private static final String INLINE = "inline";

    @Override
    public JsonNode deserialize(JsonParser parser, DeserializationContext context) throws IOException {
        return object(parser, context, "");
    }

    private static JsonNode object(JsonParser parser, DeserializationContext context, String within)
            throws IOException {
        if (!parser.hasToken(JsonToken.START_OBJECT)) {
            return context.readTree(parser);
        }
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            JsonToken value = parser.nextToken();
            if (within.equals(MANIFESTS) && name.equals(INLINE)) {
                object.set(name, inline(parser, value));
            } else if (within.isEmpty() && name.equals(MANIFESTS)) {
                object.set(name, object(parser, context, MANIFESTS));
            } else {
                object.set(name, context.readTree(parser));
            }
        }
        return object;
    }

    private static JsonNode inline(JsonParser parser, JsonToken value) throws IOException {
        if (value != JsonToken.VALUE_STRING) {
            parser.skipChildren();
            return JsonNodeFactory.instance.nullNode();
        }
        int length = parser.getTextLength();
        return length >= 1 && length <= RecentManifests.LONGEST
                ? JsonNodeFactory.instance.textNode(parser.getText())
                : JsonNodeFactory.instance.numberNode(length);
    }
}
