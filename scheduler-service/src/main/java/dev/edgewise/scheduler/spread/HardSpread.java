package dev.edgewise.scheduler.spread;

import dev.edgewise.scheduler.cluster.NodeState;
import dev.edgewise.scheduler.cluster.Snapshot;
import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.SpreadConstraint;
import dev.edgewise.scheduler.pipeline.ClusterEvent;
import dev.edgewise.scheduler.pipeline.Filter;
import dev.edgewise.scheduler.pipeline.NodeCheck;
import dev.edgewise.scheduler.pipeline.Rejection;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Keeps pods off domains that would then hold too many more of their kind than the emptiest one.
 *
 * <p>Source: kubernetes, pkg/scheduler/framework/plugins/podtopologyspread/filtering.go.
 */
public final class HardSpread implements Filter {
    private static final Rejection NO_LABEL = Rejection.unresolvable(
            Spread.NAME, "node(s) didn't match pod topology spread constraints (missing required label)");
    private static final Rejection SKEWED =
            Rejection.unschedulable(Spread.NAME, "node(s) didn't match pod topology spread constraints");

    @Override
    public String name() {
        return Spread.NAME;
    }

    @Override
    public NodeCheck prepare(Pod pod, Snapshot snapshot) {
        List<SpreadConstraint> constraints = Spread.constraints(pod, true);
        if (constraints.isEmpty()) {
            return NodeCheck.PASS;
        }
        IncludedNodes included = IncludedNodes.of(pod, snapshot);
        List<DomainCounts> counts = new ArrayList<>(constraints.size());
        for (SpreadConstraint constraint : constraints) {
            counts.add(new DomainCounts(constraint, pod, snapshot, included));
        }
        if (countsEveryNode(constraints, pod, snapshot)) {
            counts.forEach(count -> count.addAll(snapshot));
        } else {
            for (NodeState node : snapshot.nodes()) {
                if (Spread.hasAllLabels(node.node(), constraints)) {
                    counts.forEach(count -> count.add(node));
                }
            }
        }
        return new Check(constraints, counts);
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

    /** The usual case, in which an index knows the domains: every node has the labels, and no policy leaves one out. */
    private static boolean countsEveryNode(List<SpreadConstraint> constraints, Pod pod, Snapshot snapshot) {
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

    private record Check(List<SpreadConstraint> constraints, List<DomainCounts> counts) implements NodeCheck {
        @Override
        public @Nullable Rejection check(NodeState node) {
            for (DomainCounts count : counts) {
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
        public void added(Pod pod, Node node) {
            change(pod, node, 1);
        }

        @Override
        public void removed(Pod pod, Node node) {
            change(pod, node, -1);
        }

        private void change(Pod pod, Node node, int by) {
            if (Spread.hasAllLabels(node, constraints)) {
                counts.forEach(count -> count.change(pod, node, by));
            }
        }
    }
}
