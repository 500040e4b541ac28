package dev.edgewise.embedded.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.embedded.store.Json;
import java.util.HashMap;
import java.util.Map;

/**
 * Apply: each manager says what it wants, and what it no longer says goes. Managers never conflict here: the last one
 * wins, as with {@code force}.
 */
public final class ServerSideApply {
    private final Map<String, ObjectNode> lastApplied = new HashMap<>();

    /** The object after this manager's apply; the one passed in may be changed. */
    public ObjectNode apply(String uid, String manager, ObjectNode object, ObjectNode wanted) {
        ObjectNode before = lastApplied.get(uid + "/" + manager);
        if (before != null) {
            prune(object, before, wanted);
        }
        return StrategicMerge.merge(object, wanted.deepCopy());
    }

    public void remember(String uid, String manager, ObjectNode wanted) {
        lastApplied.put(uid + "/" + manager, wanted);
    }

    public void forget(String uid) {
        lastApplied.keySet().removeIf(key -> key.startsWith(uid + "/"));
    }

    /** Removes from the object what was applied before and is not applied now. */
    private static void prune(ObjectNode object, ObjectNode before, JsonNode now) {
        for (Map.Entry<String, JsonNode> field : before.properties()) {
            String name = field.getKey();
            String key = MergeKeys.of(name, field.getValue());
            JsonNode current = object.get(name);
            if (current instanceof ObjectNode tree && field.getValue() instanceof ObjectNode old) {
                prune(tree, old, now.path(name));
            } else if (current instanceof ArrayNode list && key != null) {
                pruneList(list, key, field.getValue(), now.path(name));
            } else if (!now.has(name)) {
                object.remove(name);
            }
        }
    }

    private static void pruneList(ArrayNode list, String key, JsonNode before, JsonNode now) {
        ArrayNode applied = now instanceof ArrayNode given ? given : list.arrayNode();
        Json.objects(before).forEach(old -> {
            ObjectNode wanted = MergeKeys.find(applied, key, old);
            ObjectNode current = MergeKeys.find(list, key, old);
            if (wanted == null) {
                MergeKeys.remove(list, key, old);
            } else if (current != null) {
                prune(current, old, wanted);
            }
        });
    }
}
