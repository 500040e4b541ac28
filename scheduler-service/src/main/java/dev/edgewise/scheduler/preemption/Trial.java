package dev.edgewise.scheduler.preemption;

import dev.edgewise.scheduler.cluster.NodeState;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.pipeline.Feasibility;
import dev.edgewise.scheduler.pipeline.Rejection;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A node without some of its pods, tried in place: the filters stay prepared, and count along. Closing brings all back. */
final class Trial implements AutoCloseable {
    private final Feasibility feasibility;
    private final List<Pod> gone;
    private NodeState node;

    Trial(Feasibility feasibility, NodeState node, List<Pod> without) {
        this.feasibility = feasibility;
        this.node = node.without(without);
        this.gone = new ArrayList<>(without);
        without.forEach(pod -> feasibility.removed(pod, node.node()));
    }

    /** Why the pod cannot run on what is left of the node; null if it can. */
    @Nullable
    Rejection rejection() {
        return feasibility.firstRejection(node);
    }

    /** Brings a pod back unless that leaves too little for the pod that it would have to go for; whether it stays. */
    boolean reprieve(Pod pod) {
        NodeState without = node;
        node = node.with(pod);
        feasibility.added(pod, node.node());
        if (rejection() != null) {
            node = without;
            feasibility.removed(pod, node.node());
            return false;
        }
        gone.removeIf(other -> other == pod);
        return true;
    }

    /** The pods that have not come back. */
    List<Pod> gone() {
        return List.copyOf(gone);
    }

    @Override
    public void close() {
        gone.forEach(pod -> feasibility.added(pod, node.node()));
    }
}
