package dev.edgewise.scheduler.podaffinity;

import dev.edgewise.scheduler.cluster.NodeState;
import dev.edgewise.scheduler.model.AffinityTerm;
import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodAffinity;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** How much each topology domain is liked. */
final class DomainWeights {
    private final Map<String, Map<String, Long>> byKey = new HashMap<>();

    boolean isEmpty() {
        return byKey.isEmpty();
    }

    void add(
            NodeState node,
            List<PodAffinity.Weighted> terms,
            Pod spokenOf,
            Map<String, String> namespaceLabels,
            int sign) {
        for (PodAffinity.Weighted weighted : terms) {
            add(node, weighted.term(), spokenOf, namespaceLabels, sign * weighted.weight());
        }
    }

    void add(NodeState node, AffinityTerm term, Pod spokenOf, Map<String, String> namespaceLabels, long weight) {
        String value = node.node().labels().get(term.topologyKey());
        if (value != null && term.matches(spokenOf, namespaceLabels)) {
            byKey.computeIfAbsent(term.topologyKey(), key -> new HashMap<>()).merge(value, weight, Long::sum);
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
