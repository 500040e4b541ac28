package dev.edgewise.scheduler.plugins.spread;

import dev.edgewise.scheduler.framework.PreparedNodeFilter;
import dev.edgewise.scheduler.framework.Rejection;
import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.SpreadConstraint;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Checks hard constraints over labels that some node has. Pods are counted when the first node is asked about: other
 * filters may leave none.
 */
final class HardConstraintCheck implements PreparedNodeFilter {
    static final Rejection NO_LABEL = Rejection.unresolvable(
            TopologySpreadConstraintHelper.NAME,
            "node(s) didn't match pod topology spread constraints (missing required label)");
    private static final Rejection SKEWED = Rejection.unschedulable(
            TopologySpreadConstraintHelper.NAME, "node(s) didn't match pod topology spread constraints");

    private final List<SpreadConstraint> constraints;
    private final Pod pod;
    private final Snapshot snapshot;
    private final MatchingPodsPerNode matching;
    private List<DomainCounts> counts = List.of();

    HardConstraintCheck(List<SpreadConstraint> constraints, Pod pod, Snapshot snapshot, MatchingPodsPerNode matching) {
        this.constraints = constraints;
        this.pod = pod;
        this.snapshot = snapshot;
        this.matching = matching;
    }

    @Override
    public @Nullable Rejection check(NodeState node) {
        for (DomainCounts count : counts()) {
            String domain = node.node().labels().get(count.topologyKey());
            if (domain == null) {
                return NO_LABEL;
            }
            if (count.isTooSkewed(domain)) {
                return SKEWED;
            }
        }
        return null;
    }

    @Override
    public void added(Pod other, Node node) {
        change(other, node, 1);
    }

    @Override
    public void removed(Pod other, Node node) {
        change(other, node, -1);
    }

    private void change(Pod other, Node node, int by) {
        List<DomainCounts> counted = counts();
        if (TopologySpreadConstraintHelper.hasAllLabels(node, constraints)) {
            counted.forEach(count -> count.change(other, node, by));
        }
    }

    private List<DomainCounts> counts() {
        if (counts.isEmpty()) {
            counts = count();
        }
        return counts;
    }

    private List<DomainCounts> count() {
        NodeInclusionPolicyCheck included = NodeInclusionPolicyCheck.of(pod, snapshot);
        List<DomainCounts> counted = new ArrayList<>(constraints.size());
        for (SpreadConstraint constraint : constraints) {
            counted.add(new DomainCounts(
                    constraint,
                    pod,
                    new ConstraintMatchingPodCounts(constraint.selector(), pod, snapshot, matching),
                    included));
        }
        if (countsEveryNode()) {
            counted.forEach(count -> count.addAll(snapshot));
            return counted;
        }
        for (NodeState node : snapshot.nodes()) {
            if (TopologySpreadConstraintHelper.hasAllLabels(node.node(), constraints)) {
                counted.forEach(count -> count.add(node));
            }
        }
        return counted;
    }

    /** The usual case, in which an index knows the domains: every node has the labels, and no policy leaves one out. */
    private boolean countsEveryNode() {
        boolean anyNode = pod.spec().nodeAffinity().requiresNothing();
        for (SpreadConstraint constraint : constraints) {
            if (constraint.honourTaints()
                    || (constraint.honourAffinity() && !anyNode)
                    || !snapshot.topology().isComplete(constraint.topologyKey())) {
                return false;
            }
        }
        return true;
    }
}
