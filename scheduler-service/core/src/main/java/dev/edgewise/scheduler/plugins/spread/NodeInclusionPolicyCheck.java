package dev.edgewise.scheduler.plugins.spread;

import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.NodeAffinity;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.SpreadConstraint;
import dev.edgewise.scheduler.model.ToleratedTaints;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The nodes that count for a pod's constraints, by their inclusion policies. Each policy judges a node once, however
 * many constraints have it. Serves one decision, on one thread.
 */
final class NodeInclusionPolicyCheck {
    private static final Predicate<Node> ANY = node -> true;

    private final Predicate<Node> accepted;
    private final Predicate<Node> tolerated;
    private final Map<Node, Boolean> byAffinity = new IdentityHashMap<>();
    private final Map<Node, Boolean> byTaints = new IdentityHashMap<>();

    /**
     * @param accepted whether the pod's node affinity accepts a node
     * @param tolerated whether the pod tolerates a node's taints
     */
    NodeInclusionPolicyCheck(Predicate<Node> accepted, Predicate<Node> tolerated) {
        this.accepted = accepted;
        this.tolerated = tolerated;
    }

    static NodeInclusionPolicyCheck of(Pod pod, Snapshot snapshot) {
        NodeAffinity affinity = pod.spec().nodeAffinity();
        ToleratedTaints tolerated = new ToleratedTaints(pod.spec().tolerations());
        return new NodeInclusionPolicyCheck(
                affinity.requiresNothing()
                        ? ANY
                        : snapshot.topology().affinities().accepting(affinity),
                node -> tolerated.containsExcluding(node.taints()));
    }

    /** Returns whether the node counts for the constraint. */
    boolean includes(SpreadConstraint constraint, Node node) {
        if (constraint.honourAffinity() && accepted != ANY && !byAffinity.computeIfAbsent(node, accepted::test)) {
            return false;
        }
        return !constraint.honourTaints() || byTaints.computeIfAbsent(node, tolerated::test);
    }
}
