package dev.edgewise.scheduler.pipeline;

import dev.edgewise.scheduler.cluster.NodeState;
import java.util.ArrayList;
import java.util.List;

/** Why no node takes a pod: how many nodes for which reason, and on which of them evicting pods could help. */
public final class Refusal {
    private final ReasonCounts reasons = new ReasonCounts();
    private final List<NodeState> resolvable = new ArrayList<>();

    /** How many nodes were rejected for what, first failing filter only. */
    public ReasonCounts reasons() {
        return reasons;
    }

    /** The nodes on which evicting pods could help. */
    public List<NodeState> resolvable() {
        return resolvable;
    }

    void add(NodeState node, Rejection rejection) {
        reasons.add(rejection);
        if (rejection.resolvable()) {
            resolvable.add(node);
        }
    }
}
