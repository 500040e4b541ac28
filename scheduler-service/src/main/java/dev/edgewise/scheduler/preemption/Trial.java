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
    /** A few victims are the rule. */
    private static final int FIRST = 2;

    private static final int GROWTH = 4;

    private final Feasibility feasibility;
    private final List<Pod> gone = new ArrayList<>();
    private NodeState node;

    Trial(Feasibility feasibility, NodeState node) {
        this.feasibility = feasibility;
        this.node = node;
    }

    /** Takes all these pods away. Why the pod cannot run on what is left of the node; null if it can. */
    @Nullable
    Rejection evict(List<Pod> pods) {
        node = node.without(pods);
        gone.addAll(pods);
        pods.forEach(pod -> feasibility.removed(pod, node.node()));
        return feasibility.firstRejection(node);
    }

    /**
     * Takes away pods from the end of the list, more and more, until the pod can run on what is left. One more pod on a node never
     * makes room, so those before need not be tried: each of them could come back.
     *
     * @return why it cannot run there even without them all; null if it can
     */
    @Nullable
    Rejection evictLast(List<Pod> pods) {
        int left = pods.size();
        for (int count = FIRST; ; count *= GROWTH) {
            int from = Math.max(0, left - count);
            Rejection rejection = evict(pods.subList(from, left));
            left = from;
            if (rejection == null || left == 0) {
                return rejection;
            }
        }
    }

    /** Brings back, in that order, each pod that leaves enough for the one that all have to go for. */
    void reprieve(List<Pod> pods) {
        for (Pod pod : pods) {
            NodeState without = node;
            node = node.with(pod);
            feasibility.added(pod, node.node());
            if (feasibility.firstRejection(node) == null) {
                gone.removeIf(other -> other == pod);
            } else {
                node = without;
                feasibility.removed(pod, node.node());
            }
        }
    }

    /** Whether the pod has gone, and not come back. */
    boolean isGone(Pod pod) {
        for (Pod other : gone) {
            if (other == pod) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void close() {
        gone.forEach(pod -> feasibility.added(pod, node.node()));
    }
}
