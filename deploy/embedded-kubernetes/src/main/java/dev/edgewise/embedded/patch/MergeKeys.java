package dev.edgewise.embedded.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.embedded.store.Json;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Merge keys of the lists of built-in types that are merged element by element. */
public final class MergeKeys {
    private static final Map<String, List<String>> KEYS = Map.ofEntries(
            Map.entry("conditions", List.of("type")),
            Map.entry("addresses", List.of("type")),
            Map.entry("containers", List.of("name")),
            Map.entry("initContainers", List.of("name")),
            Map.entry("ephemeralContainers", List.of("name")),
            Map.entry("env", List.of("name")),
            Map.entry("volumes", List.of("name")),
            Map.entry("volumeMounts", List.of("mountPath")),
            Map.entry("volumeDevices", List.of("devicePath")),
            Map.entry("ports", List.of("containerPort", "port")),
            Map.entry("ownerReferences", List.of("uid")),
            Map.entry("imagePullSecrets", List.of("name")),
            Map.entry("secrets", List.of("name")),
            Map.entry("schedulingGates", List.of("name")),
            Map.entry("resourceClaims", List.of("name")),
            Map.entry("reservedFor", List.of("uid")),
            Map.entry("hostAliases", List.of("ip")),
            Map.entry("hostIPs", List.of("ip")),
            Map.entry("podIPs", List.of("ip")),
            Map.entry("topologySpreadConstraints", List.of("topologyKey")));

    private static final Set<String> SETS = Set.of("finalizers");

    private MergeKeys() {}

    /** Whether the list in this field is a set of plain values. */
    static boolean isSet(String field) {
        return SETS.contains(field);
    }

    /** The key of the elements of the list in this field; null if the list is replaced as a whole. */
    static @Nullable String of(String field, JsonNode list) {
        for (String key : KEYS.getOrDefault(field, List.of())) {
            if (list.isEmpty() || list.path(0).has(key)) {
                return key;
            }
        }
        return null;
    }

    /** The element of the list with the same key, if there is one. */
    static @Nullable ObjectNode find(ArrayNode list, String key, JsonNode like) {
        return Json.objects(list)
                .filter(element -> element.path(key).equals(like.path(key)))
                .findFirst()
                .orElse(null);
    }

    public static void remove(ArrayNode list, String key, JsonNode like) {
        list.removeIf(element -> element.path(key).equals(like.path(key)));
    }
}
