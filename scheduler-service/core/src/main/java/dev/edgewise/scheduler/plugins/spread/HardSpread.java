package dev.edgewise.scheduler.plugins.spread;

import dev.edgewise.scheduler.framework.ClusterEvent;
import dev.edgewise.scheduler.framework.Filter;
import dev.edgewise.scheduler.framework.PreparedNodeFilter;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.SpreadConstraint;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.List;
import java.util.Set;

/**
 * Keeps pods off domains that would then hold too many more of their kind than the emptiest one.
 *
 * <p>Source: kubernetes, pkg/scheduler/framework/plugins/podtopologyspread/filtering.go.
 */
public final class HardSpread implements Filter {
    @Override
    public String name() {
        return TopologySpreadConstraintHelper.NAME;
    }

    @Override
    public PreparedNodeFilter prepare(Pod pod, Snapshot snapshot) {
        List<SpreadConstraint> constraints = TopologySpreadConstraintHelper.constraints(pod, true);
        return constraints.isEmpty()
                ? PreparedNodeFilter.PASS
                : check(constraints, pod, snapshot, MatchingPodsPerNode.of(constraints, pod, snapshot));
    }

    /** A label that no node has is missing on each, and leaves no node that counts. */
    static PreparedNodeFilter check(
            List<SpreadConstraint> constraints, Pod pod, Snapshot snapshot, MatchingPodsPerNode matching) {
        for (SpreadConstraint constraint : constraints) {
            if (!snapshot.topology().isKey(constraint.topologyKey())) {
                return node -> HardConstraintCheck.NO_LABEL;
            }
        }
        return new HardConstraintCheck(constraints, pod, snapshot, matching);
    }

    @Override
    public Set<ClusterEvent> eventsToRegister() {
        return Set.of(
                ClusterEvent.NODE_ADDED,
                ClusterEvent.NODE_REMOVED,
                ClusterEvent.NODE_LABELS_CHANGED,
                ClusterEvent.NODE_TAINTS_CHANGED,
                ClusterEvent.POD_CHANGED,
                ClusterEvent.POD_REMOVED);
    }
}
