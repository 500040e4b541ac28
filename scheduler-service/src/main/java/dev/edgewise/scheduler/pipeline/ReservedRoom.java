package dev.edgewise.scheduler.pipeline;

import dev.edgewise.scheduler.cluster.NodeState;
import dev.edgewise.scheduler.cluster.Snapshot;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.Reservation;
import org.jspecify.annotations.Nullable;

/**
 * The room that is kept for a pod.
 *
 * @param taken the oldest reservation for the pod whose node is feasible and no last resort; null if there is none
 * @param node that node, without what holds the room; null if there is none
 * @param message which reservation is taken, or why the oldest is not; empty if none is for the pod
 */
record ReservedRoom(@Nullable Reservation taken, @Nullable NodeState node, String message) {
    /** That node, or, where the pod takes room on it, the node without what holds the room. */
    NodeState insteadOf(NodeState any) {
        return node != null && node.name().equals(any.name()) ? node : any;
    }

    static ReservedRoom find(Pod pod, Snapshot snapshot, Feasibility feasibility) {
        String message = "";
        for (Reservation reservation : snapshot.reservationsFor(pod)) {
            NodeState node = snapshot.nodeFor(reservation);
            Rejection rejection = node == null ? null : feasibility.whyNotPreferred(node);
            if (node != null && rejection == null) {
                return new ReservedRoom(reservation, node, "(takes reservation " + reservation.key() + ")");
            }
            if (message.isEmpty()) {
                message = "(reservation " + reservation.key() + " on node " + reservation.node() + " not taken: "
                        + (rejection == null ? "the node does not exist" : rejection.reason()) + ")";
            }
        }
        return new ReservedRoom(null, null, message);
    }
}
