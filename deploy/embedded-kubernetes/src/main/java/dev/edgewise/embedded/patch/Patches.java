package dev.edgewise.embedded.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.embedded.call.ApiRequest;
import dev.edgewise.embedded.store.ApiException;
import dev.edgewise.embedded.store.Json;
import dev.edgewise.embedded.store.ResourceType;
import io.fabric8.zjsonpatch.JsonPatch;
import java.util.Map;

/** The patch formats: JSON patch, JSON merge patch and strategic merge patch. Apply is in {@link ServerSideApply}. */
public final class Patches {
    private Patches() {}

    /** The object after the patch; the one handed in may be changed. */
    public static ObjectNode apply(ResourceType type, String name, ObjectNode object, ApiRequest request) {
        JsonNode patch = Json.parse(request.body(), request.contentType());
        String format = request.contentType().split(";")[0].trim();
        return switch (format) {
            case "application/json-patch+json" -> jsonPatch(type, name, object, patch);
            case "application/merge-patch+json" -> mergePatch(object, requireObject(patch));
            case "application/strategic-merge-patch+json" -> StrategicMerge.merge(object, requireObject(patch));
            default ->
                throw ApiException.of(
                        415,
                        "UnsupportedMediaType",
                        "the patch format \"%s\" is unknown; allowed are json-patch, merge-patch, strategic-merge-patch (+json) and apply-patch (+yaml)"
                                .formatted(format));
        };
    }

    private static ObjectNode requireObject(JsonNode patch) {
        if (patch instanceof ObjectNode object) {
            return object;
        }
        throw ApiException.badRequest("the patch must be an object");
    }

    private static ObjectNode jsonPatch(ResourceType type, String name, ObjectNode object, JsonNode patch) {
        if (!patch.isArray()) {
            throw ApiException.badRequest("a JSON patch must be a list of operations");
        }
        try {
            return requireObject(JsonPatch.apply(patch, object));
        } catch (RuntimeException e) {
            throw ApiException.invalid(type, name, "patch", String.valueOf(e.getMessage()));
        }
    }

    /** RFC 7386. */
    static ObjectNode mergePatch(ObjectNode object, ObjectNode patch) {
        for (Map.Entry<String, JsonNode> field : patch.properties()) {
            JsonNode value = field.getValue();
            if (value.isNull()) {
                object.remove(field.getKey());
            } else if (value instanceof ObjectNode change) {
                JsonNode old = object.get(field.getKey());
                object.set(field.getKey(), mergePatch(old instanceof ObjectNode tree ? tree : Json.object(), change));
            } else {
                object.set(field.getKey(), value);
            }
        }
        return object;
    }
}
