package dev.edgewise.scheduler.pipeline;

import dev.edgewise.scheduler.cluster.NodeState;
import dev.edgewise.scheduler.cluster.Snapshot;
import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.Pod;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The filters of a profile, ready for one pod: those that have something to say. Those that know the only possible nodes
 * come first, as kube-scheduler's PreFilter stage does; then the profile's order.
 */
final class PreparedFilters {
    private final List<NodeCheck> checks;

    private PreparedFilters(List<NodeCheck> checks) {
        this.checks = checks;
    }

    static PreparedFilters of(Profile profile, Pod pod, Snapshot snapshot) {
        List<NodeCheck> narrow = new ArrayList<>(2);
        List<NodeCheck> others = new ArrayList<>(profile.filters().size());
        for (Filter filter : profile.filters()) {
            NodeCheck check = filter.prepare(pod, snapshot);
            if (check != NodeCheck.PASS) {
                (check.candidates() == null ? others : narrow).add(check);
            }
        }
        narrow.addAll(others);
        return new PreparedFilters(narrow);
    }

    /** The first rejection, or null if the node is feasible. */
    @Nullable
    Rejection firstRejection(NodeState node) {
        for (NodeCheck check : checks) {
            Rejection rejection = check.check(node);
            if (rejection != null) {
                return rejection;
            }
        }
        return null;
    }

    /** Every filter's rejection. */
    List<Rejection> rejections(NodeState node) {
        List<Rejection> rejections = new ArrayList<>();
        for (NodeCheck check : checks) {
            Rejection rejection = check.check(node);
            if (rejection != null) {
                rejections.add(rejection);
            }
        }
        return rejections;
    }

    /** The nodes that the first check can accept, if it can tell without being asked what all others are rejected for. */
    @Nullable
    Candidates leading() {
        Candidates first = checks.isEmpty() ? null : checks.get(0).candidates();
        return first == null || first.others() == null ? null : first;
    }

    /** Takes a pod for placed on the node; see {@link NodeCheck#added}. */
    void added(Pod pod, Node node) {
        for (NodeCheck check : checks) {
            check.added(pod, node);
        }
    }

    /** Takes a pod of the node for gone; see {@link NodeCheck#removed}. */
    void removed(Pod pod, Node node) {
        for (NodeCheck check : checks) {
            check.removed(pod, node);
        }
    }

    /** The fewest candidates that any filter's index offers, or null if none does. */
    @Nullable
    Candidates candidates() {
        Candidates fewest = null;
        for (NodeCheck check : checks) {
            Candidates candidates = check.candidates();
            if (candidates != null && (fewest == null || candidates.size() < fewest.size())) {
                fewest = candidates;
            }
        }
        return fewest;
    }
}
