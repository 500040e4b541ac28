package dev.edgewise.scheduler.plugins;

import dev.edgewise.scheduler.framework.ClusterEvent;
import dev.edgewise.scheduler.framework.Filter;
import dev.edgewise.scheduler.framework.PreparedNodeFilter;
import dev.edgewise.scheduler.framework.Rejection;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.state.NodeCapacityCalculator;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Keeps pods out of capacity that is reserved for others. For a kube-scheduler that counts a node's pods itself, and
 * knows no reservations.
 */
public final class CapacityReservedForOthersFilter implements Filter {
    public static final String NAME = "Reservations";

    private static final Rejection TAKEN =
            Rejection.unschedulable(NAME, "node(s) had too little room beside what is reserved");

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public PreparedNodeFilter prepare(Pod pod, Snapshot snapshot) {
        if (!NodeCapacityCalculator.hasReservedCapacity(snapshot)) {
            return PreparedNodeFilter.PASS;
        }
        PreparedNodeFilter room = new FitCheck(pod.spec().requests().needed(), snapshot::isOffered);
        return node -> rejection(room, node);
    }

    @Override
    public Set<ClusterEvent> eventsToRegister() {
        return Set.of(ClusterEvent.NODE_ALLOCATABLE_CHANGED, ClusterEvent.POD_REMOVED);
    }

    /**
     * Returns the rejection if only reserved capacity is lacking. Most nodes have capacity; only on the others are the
     * pods looked through.
     */
    private static @Nullable Rejection rejection(PreparedNodeFilter room, NodeState node) {
        return room.check(node) != null && NodeCapacityCalculator.hasCapacityPlaceholders(node) ? TAKEN : null;
    }
}
