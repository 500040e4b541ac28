package dev.edgewise.scheduler.plugins.affinity;

import dev.edgewise.scheduler.model.Node;
import java.util.HashMap;
import java.util.Map;

/** The preference for each topology domain. */
final class DomainWeights {
    private final Map<String, Map<String, Long>> byKey = new HashMap<>();

    boolean isEmpty() {
        return byKey.isEmpty();
    }

    void add(Node node, String topologyKey, long weight) {
        String value = node.labels().get(topologyKey);
        if (value != null) {
            byKey.computeIfAbsent(topologyKey, key -> new HashMap<>()).merge(value, weight, Long::sum);
        }
    }

    long sum(Node node) {
        long sum = 0;
        for (Map.Entry<String, Map<String, Long>> weights : byKey.entrySet()) {
            String value = node.labels().get(weights.getKey());
            if (value != null) {
                sum += weights.getValue().getOrDefault(value, 0L);
            }
        }
        return sum;
    }
}
