package dev.edgewise.scheduler.cycle;

import dev.edgewise.scheduler.framework.ClusterEvent;
import dev.edgewise.scheduler.queue.SchedulingQueue;
import dev.edgewise.scheduler.state.CapacityChange;
import dev.edgewise.scheduler.state.ClusterState;

/**
 * The one place that wakes pods because placeholders of any kind (reservations, backups, balloons) give capacity back
 * or keep it for a pod. Each step that may change placeholders ends with {@link #wake}: watch events, and all work
 * between decisions.
 */
final class FreedCapacityPodWaker {
    private final ClusterState state;
    private final SchedulingQueue queue;

    FreedCapacityPodWaker(ClusterState state, SchedulingQueue queue) {
        this.state = state;
        this.queue = queue;
    }

    /** Wakes the pods that the changes since the last call could help. */
    void wake() {
        CapacityChange change = state.drainCapacityChange();
        if (change.freed()) {
            queue.wake(ClusterEvent.POD_REMOVED);
        }
        if (!change.begun().isEmpty()) {
            queue.wake(ClusterEvent.RESERVATION_ADDED, change.isFor());
        }
    }
}
