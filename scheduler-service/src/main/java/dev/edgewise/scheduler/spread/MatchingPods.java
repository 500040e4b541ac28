package dev.edgewise.scheduler.spread;

import dev.edgewise.scheduler.cluster.NodeState;
import dev.edgewise.scheduler.cluster.Snapshot;
import dev.edgewise.scheduler.model.LabelSelector;
import dev.edgewise.scheduler.model.Pod;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How many pods on each node a constraint's selector means: of the same namespace, not terminating; an empty selector
 * means none.
 */
final class MatchingPods {
    private final LabelSelector selector;
    private final String namespace;
    private final Map<String, Integer> byNode = new HashMap<>();
    private final List<NodeState> holders = new ArrayList<>();

    MatchingPods(LabelSelector selector, Pod pod, Snapshot snapshot) {
        this.selector = selector;
        this.namespace = pod.namespace();
        if (selector.isEverything()) {
            return;
        }
        for (NodeState node : snapshot.nodesHolding(pod.namespace(), selector)) {
            int count = count(node);
            if (count > 0) {
                byNode.put(node.name(), count);
                holders.add(node);
            }
        }
    }

    /** The nodes with at least one of them. */
    List<NodeState> holders() {
        return holders;
    }

    int on(NodeState node) {
        return byNode.isEmpty() ? 0 : byNode.getOrDefault(node.name(), 0);
    }

    /** Whether the selector means that pod. */
    boolean counts(Pod placed) {
        return !placed.terminating()
                && placed.namespace().equals(namespace)
                && !selector.isEverything()
                && selector.matches(placed.labels());
    }

    private int count(NodeState node) {
        int count = 0;
        for (Pod existing : node.pods()) {
            if (counts(existing)) {
                count++;
            }
        }
        return count;
    }
}
