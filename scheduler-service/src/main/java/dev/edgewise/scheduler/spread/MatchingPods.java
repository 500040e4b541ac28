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
    private final SpreadConstraint constraint;
    private final String namespace;
    private final Map<String, Integer> byNode = new HashMap<>();
    private final List<NodeState> holders = new ArrayList<>();

    MatchingPods(SpreadConstraint constraint, Pod pod, Snapshot snapshot) {
        this.constraint = constraint;
        this.namespace = pod.namespace();
        if (constraint.selector().isEverything()) {
            return;
        }
        for (NodeState node : snapshot.nodesHolding(pod.namespace(), constraint.selector())) {
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

    /** Whether the constraint speaks of that pod. */
    boolean counts(Pod placed) {
        return !placed.terminating()
                && placed.namespace().equals(namespace)
                && !constraint.selector().isEverything()
                && constraint.selector().matches(placed.labels());
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
