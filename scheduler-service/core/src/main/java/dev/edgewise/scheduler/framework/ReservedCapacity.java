package dev.edgewise.scheduler.framework;

import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.state.HeldCapacity;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import org.jspecify.annotations.Nullable;

/**
 * The capacity that is kept for a pod.
 *
 * @param taken the first room for the pod whose node is feasible, preferably no last resort; null if there is none
 * @param node that node, without the placeholder; null if there is none
 * @param lastResort why the node is to be taken only if no other is feasible; null if it is no last resort, or there is
 *     no node
 * @param message which room is taken, or why the first is not; empty if none is for the pod
 */
record ReservedCapacity(
        @Nullable HeldCapacity taken, @Nullable NodeState node, @Nullable Rejection lastResort, String message) {
    /**
     * Returns the node or, if the pod takes reserved capacity on it, the node without the placeholder of that capacity.
     */
    NodeState insteadOf(NodeState any) {
        return node != null && node.name().equals(any.name()) ? node : any;
    }

    static ReservedCapacity find(Pod pod, Snapshot snapshot, FeasibilityCheck feasibility) {
        ReservedCapacity lastResort = null;
        String message = "";
        for (HeldCapacity kept : feasibility.keptRooms()) {
            NodeState node = kept.nodeFor(pod, snapshot);
            Rejection rejection = node == null ? null : feasibility.firstRejection(node);
            if (node != null && rejection == null) {
                Rejection reason = feasibility.lastResort(node);
                ReservedCapacity room = new ReservedCapacity(kept, node, reason, "(takes " + kept.title() + ")");
                if (reason == null) {
                    return room;
                }
                rejection = reason;
                lastResort = lastResort == null ? room : lastResort;
            }
            if (message.isEmpty()) {
                message = notTaken(kept, rejection == null ? "the node does not exist" : rejection.reason());
            }
        }
        return lastResort == null ? new ReservedCapacity(null, null, null, message) : lastResort;
    }

    /** Returns whether it is to be taken before all other nodes. */
    boolean isPreferred() {
        return node != null && lastResort == null;
    }

    /**
     * This, unless it is a last resort and there are others.
     *
     * @param others whether nodes are feasible that are no last resort
     */
    ReservedCapacity unless(boolean others) {
        return taken == null || lastResort == null || !others
                ? this
                : new ReservedCapacity(null, null, null, notTaken(taken, lastResort.reason()));
    }

    private static String notTaken(HeldCapacity room, String why) {
        return "(" + room.title() + " on node " + room.node() + " not taken: " + why + ")";
    }
}
