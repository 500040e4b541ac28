package dev.edgewise.scheduler.pipeline;

import dev.edgewise.scheduler.cluster.NodeState;
import dev.edgewise.scheduler.cluster.Snapshot;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Why no node takes a pod: how many nodes for which reason, and on which of them evicting pods could help. */
public final class Refusal {
    private final ReasonCounts reasons = new ReasonCounts();
    private final List<NodeState> resolvable = new ArrayList<>();

    /** Looks only at the nodes that an index leaves over; all others are counted. */
    public static Refusal of(Feasibility feasibility, Snapshot snapshot) {
        Refusal refusal = new Refusal();
        Candidates leading = feasibility.leading();
        Iterable<NodeState> nodes = leading == null ? snapshot.nodes() : leading.nodes();
        for (NodeState node : nodes) {
            refusal.add(node, feasibility.firstRejection(node));
        }
        refusal.addOthers(leading, snapshot);
        return refusal;
    }

    /** How many nodes were rejected for what, first failing filter only. */
    public ReasonCounts reasons() {
        return reasons;
    }

    /** The nodes on which evicting pods could help. */
    public List<NodeState> resolvable() {
        return resolvable;
    }

    void add(NodeState node, @Nullable Rejection rejection) {
        if (rejection == null) {
            return;
        }
        reasons.add(rejection);
        if (rejection.resolvable()) {
            resolvable.add(node);
        }
    }

    void addOthers(@Nullable Candidates leading, Snapshot snapshot) {
        Candidates.Others others = leading == null ? null : leading.others();
        if (others != null) {
            others.count(snapshot, reasons);
        }
    }
}
