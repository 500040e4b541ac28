package dev.edgewise.embedded.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.embedded.store.Json;
import java.util.Map;

/** Kubernetes' own merge: like a JSON merge patch, but lists of named things merge by name. */
final class StrategicMerge {
    private static final String DIRECTIVE = "$patch";
    private static final String DELETE_FROM_SET = "$deleteFromPrimitiveList/";

    private StrategicMerge() {}

    static ObjectNode merge(ObjectNode object, ObjectNode patch) {
        if (Json.text(patch, DIRECTIVE).equals("replace")) {
            object.removeAll();
        }
        for (Map.Entry<String, JsonNode> field : patch.properties()) {
            String name = field.getKey();
            JsonNode value = field.getValue();
            if (name.startsWith(DELETE_FROM_SET)) {
                deleteFromSet(object, name.substring(DELETE_FROM_SET.length()), value);
            } else if (!name.startsWith("$")) {
                mergeField(object, name, value);
            }
        }
        return object;
    }

    private static void mergeField(ObjectNode object, String name, JsonNode value) {
        if (value.isNull()) {
            object.remove(name);
        } else if (value instanceof ObjectNode change) {
            mergeObject(object, name, change);
        } else if (value instanceof ArrayNode change) {
            mergeList(object, name, change);
        } else {
            object.set(name, value);
        }
    }

    private static void mergeObject(ObjectNode object, String name, ObjectNode change) {
        if (Json.text(change, DIRECTIVE).equals("delete")) {
            object.remove(name);
        } else {
            merge(Json.child(object, name), change);
        }
    }

    private static void mergeList(ObjectNode object, String name, ArrayNode change) {
        String key = MergeKeys.of(name, change);
        boolean replace = Json.objects(change)
                .anyMatch(element -> Json.text(element, DIRECTIVE).equals("replace"));
        if (MergeKeys.isSet(name)) {
            addToSet(Json.list(object, name), change);
        } else if (key == null || replace) {
            change.removeIf(element -> element.has(DIRECTIVE));
            object.set(name, change);
        } else {
            ArrayNode list = Json.list(object, name);
            Json.objects(change).forEach(element -> mergeElement(list, key, element));
        }
    }

    private static void mergeElement(ArrayNode list, String key, ObjectNode element) {
        ObjectNode existing = MergeKeys.find(list, key, element);
        if (Json.text(element, DIRECTIVE).equals("delete")) {
            MergeKeys.remove(list, key, element);
        } else if (existing != null) {
            merge(existing, element);
        } else {
            list.add(merge(Json.object(), element));
        }
    }

    private static void addToSet(ArrayNode set, ArrayNode values) {
        for (JsonNode value : values) {
            if (!contains(set, value)) {
                set.add(value);
            }
        }
    }

    private static void deleteFromSet(ObjectNode object, String field, JsonNode values) {
        Json.list(object, field).removeIf(value -> contains(values, value));
    }

    private static boolean contains(JsonNode list, JsonNode value) {
        for (JsonNode element : list) {
            if (element.equals(value)) {
                return true;
            }
        }
        return false;
    }
}
