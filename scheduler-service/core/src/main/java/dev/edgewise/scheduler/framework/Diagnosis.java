package dev.edgewise.scheduler.framework;

import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import dev.edgewise.scheduler.state.UntaintedNodes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Explains why no node accepts a pod: how many nodes for which reason, and on which of them evicting pods could help.
 */
public final class Diagnosis {
    private final ReasonCounts reasons = new ReasonCounts();
    private final List<NodeState> resolvable = new ArrayList<>();
    /** Rejection of all candidates that were not asked. */
    private @Nullable Rejection shared;

    /** Number of rejected nodes by reason, first failing filter only. */
    public ReasonCounts reasons() {
        return reasons;
    }

    /** The nodes on which evicting pods could help. */
    public List<NodeState> resolvable() {
        return resolvable;
    }

    /**
     * Counts by index if an index knows why all untainted candidates are rejected, and asks only the others.
     *
     * @return whether no candidate takes the pod, and no eviction helps; otherwise nothing was counted
     */
    boolean countByIndex(Snapshot snapshot, FeasibilityCheck feasibility) {
        Rejection ofUntainted = feasibility.rejectionOfUntaintedCandidates();
        if (ofUntainted == null) {
            return false;
        }
        List<Rejection> ofClosed = new ArrayList<>();
        UntaintedNodes untainted = snapshot.untaintedNodes();
        for (int at = untainted.nextTainted(0); at >= 0; at = untainted.nextTainted(at + 1)) {
            NodeState node = snapshot.nodeAt(at);
            if (feasibility.isCandidate(node)) {
                Rejection rejection = feasibility.firstRejection(node, true);
                if (rejection == null || rejection.resolvable()) {
                    return false;
                }
                ofClosed.add(rejection);
            }
        }
        ofClosed.forEach(reasons::add);
        shared = ofUntainted;
        return true;
    }

    /** Counts the nodes that were not asked: nodes that are no candidates, and candidates whose reason is known. */
    void countOthers(Snapshot snapshot, @Nullable PreFilterResult candidates) {
        if (candidates != null) {
            candidates.others().count(snapshot, reasons);
        }
        if (shared != null) {
            reasons.add(shared, snapshot.nodes().size() - reasons.nodes());
        }
    }

    void add(NodeState node, Rejection rejection) {
        reasons.add(rejection);
        if (rejection.resolvable()) {
            resolvable.add(node);
        }
    }
}
