package dev.edgewise.scheduler.spread;

import dev.edgewise.scheduler.cluster.NodeState;
import dev.edgewise.scheduler.cluster.Snapshot;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.SpreadConstraint;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How many pods on each node a constraint speaks of: of the same namespace, not terminating; an empty selector speaks of
 * none.
 */
final class MatchingPods {
    private final Map<String, Integer> byNode = new HashMap<>();
    private final List<NodeState> holders = new ArrayList<>();

    MatchingPods(SpreadConstraint constraint, Pod pod, Snapshot snapshot) {
        if (constraint.selector().isEverything()) {
            return;
        }
        for (NodeState node : snapshot.nodesHolding(pod.namespace(), constraint.selector())) {
            int count = count(constraint, pod.namespace(), node);
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

    private static int count(SpreadConstraint constraint, String namespace, NodeState node) {
        int count = 0;
        for (Pod existing : node.pods()) {
            if (!existing.terminating()
                    && existing.namespace().equals(namespace)
                    && constraint.selector().matches(existing.labels())) {
                count++;
            }
        }
        return count;
    }
}
