package dev.edgewise.scheduler.preemption;

import dev.edgewise.scheduler.framework.FeasibilityCheck;
import dev.edgewise.scheduler.framework.Rejection;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.state.NodeState;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A node without some of its pods, tried in place: the filters stay prepared, and count along. Closing brings all back.
 */
final class NodeWithoutVictims implements AutoCloseable {
    private final FeasibilityCheck feasibility;
    private NodeState node;
    private List<Pod> gone = List.of();

    NodeWithoutVictims(FeasibilityCheck feasibility, NodeState node) {
        this.feasibility = feasibility;
        this.node = node;
    }

    /** Takes all these pods away. Why the pod cannot run on what is left of the node; null if it can. */
    @Nullable
    Rejection evict(List<Pod> pods) {
        take(pods);
        gone = pods;
        return feasibility.firstRejection(node);
    }

    /**
     * Takes away pods from the end of the list, twice as many each time, until the pod can run on what is left. One
     * more pod on a node never makes room, so pods before these need not be tried: each of them could be restored.
     *
     * @return why it cannot run there even without them all; null if it can
     */
    @Nullable
    Rejection evictLast(List<Pod> pods) {
        Rejection rejection = null;
        for (int left = pods.size(), count = 1; left > 0; count = pods.size() - left) {
            int from = Math.max(0, left - count);
            take(pods.subList(from, left));
            gone = pods.subList(from, pods.size());
            left = from;
            rejection = feasibility.firstRejection(node);
            if (rejection == null) {
                return null;
            }
        }
        return rejection;
    }

    /** Restores victims, in their order, as long as the pod still fits; returns the others. */
    List<Pod> reprieve() {
        List<Pod> victims = new ArrayList<>(gone.size());
        for (Pod pod : gone) {
            NodeState without = node;
            node = node.with(pod);
            feasibility.added(pod, node.node());
            if (feasibility.firstRejection(node) != null) {
                node = without;
                feasibility.removed(pod, node.node());
                victims.add(pod);
            }
        }
        gone = victims;
        return victims;
    }

    private void take(List<Pod> pods) {
        node = node.without(pods);
        pods.forEach(pod -> feasibility.removed(pod, node.node()));
    }

    @Override
    public void close() {
        gone.forEach(pod -> feasibility.added(pod, node.node()));
    }
}
