package dev.edgewise.scheduler.plugins.spread;

import dev.edgewise.scheduler.model.LabelSelector;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The number of pods on each node that a constraint's selector matches: of the same namespace, not terminating; an
 * empty selector means none.
 */
final class ConstraintMatchingPodCounts {
    private final LabelSelector selector;
    private final String namespace;
    private final Snapshot snapshot;
    private final Map<String, Integer> byNode;

    ConstraintMatchingPodCounts(LabelSelector selector, Pod pod, Snapshot snapshot, MatchingPodsPerNode counts) {
        this.selector = selector;
        this.namespace = pod.namespace();
        this.snapshot = snapshot;
        this.byNode = counts.byNode(selector);
    }

    /** The nodes with at least one of them. */
    List<NodeState> holders() {
        List<NodeState> holders = new ArrayList<>(byNode.size());
        for (String name : byNode.keySet()) {
            NodeState node = snapshot.node(name);
            if (node != null) {
                holders.add(node);
            }
        }
        return holders;
    }

    int on(NodeState node) {
        return byNode.isEmpty() ? 0 : byNode.getOrDefault(node.name(), 0);
    }

    /** Returns whether the selector means that pod. */
    boolean counts(Pod placed) {
        return !placed.terminating()
                && placed.namespace().equals(namespace)
                && !selector.isEverything()
                && selector.matches(placed.labels());
    }
}
