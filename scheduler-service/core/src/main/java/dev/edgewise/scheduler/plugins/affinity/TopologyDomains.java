package dev.edgewise.scheduler.plugins.affinity;

import dev.edgewise.scheduler.model.Node;
import java.util.HashMap;
import java.util.Map;

/** Topology domains (values of node labels) with a count for each; a domain with count 0 is left out. */
final class TopologyDomains {
    private final Map<String, Map<String, Long>> valuesByKey = new HashMap<>();

    /** Changes the count of the node's domain. */
    void change(Node node, String topologyKey, long by) {
        String value = node.labels().get(topologyKey);
        if (value == null) {
            return;
        }
        Map<String, Long> values = valuesByKey.computeIfAbsent(topologyKey, key -> new HashMap<>());
        if (values.merge(value, by, Long::sum) == 0) {
            values.remove(value);
            if (values.isEmpty()) {
                valuesByKey.remove(topologyKey);
            }
        }
    }

    boolean isEmpty() {
        return valuesByKey.isEmpty();
    }

    /** Returns whether the node lies in one of the domains. */
    boolean contains(Node node) {
        for (Map.Entry<String, Map<String, Long>> values : valuesByKey.entrySet()) {
            String value = node.labels().get(values.getKey());
            if (value != null && values.getValue().containsKey(value)) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether the node lies in one of the domains of that label. */
    boolean contains(Node node, String topologyKey) {
        String value = node.labels().get(topologyKey);
        return value != null && valuesByKey.getOrDefault(topologyKey, Map.of()).containsKey(value);
    }
}
