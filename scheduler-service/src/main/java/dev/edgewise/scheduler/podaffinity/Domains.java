package dev.edgewise.scheduler.podaffinity;

import dev.edgewise.scheduler.model.Node;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** A set of topology domains: values of node labels. */
final class Domains {
    private final Map<String, Set<String>> valuesByKey = new HashMap<>();

    void addDomainOf(Node node, String topologyKey) {
        String value = node.labels().get(topologyKey);
        if (value != null) {
            valuesByKey.computeIfAbsent(topologyKey, key -> new HashSet<>()).add(value);
        }
    }

    boolean isEmpty() {
        return valuesByKey.isEmpty();
    }

    /** Whether the node lies in one of the domains. */
    boolean contains(Node node) {
        for (Map.Entry<String, Set<String>> values : valuesByKey.entrySet()) {
            String value = node.labels().get(values.getKey());
            if (value != null && values.getValue().contains(value)) {
                return true;
            }
        }
        return false;
    }

    /** Whether the node lies in one of the domains of that label. */
    boolean contains(Node node, String topologyKey) {
        String value = node.labels().get(topologyKey);
        return value != null && valuesByKey.getOrDefault(topologyKey, Set.of()).contains(value);
    }
}
