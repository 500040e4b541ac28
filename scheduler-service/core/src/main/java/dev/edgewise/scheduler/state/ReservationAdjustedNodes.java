package dev.edgewise.scheduler.state;

import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.state.protection.ResourceDemand;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Nodes as they are for the pods that room is kept for there, by reservations or by modules. */
public final class ReservationAdjustedNodes {
    private ReservationAdjustedNodes() {}

    /** Returns the snapshot with the reservation, whether its node has that room or not. */
    public static Snapshot reserving(Snapshot snapshot, Reservation reservation) {
        return snapshot.with(
                        ReservationIndex.FACT,
                        snapshot.get(ReservationIndex.FACT).with(reservation))
                .with(reservation.node(), node -> node.with(CapacityPlaceholderPod.of(reservation)));
    }

    /** Returns the room's node as it is for a pod that takes the room; null if it is not there. */
    static @Nullable NodeState forTaker(Snapshot snapshot, HeldCapacity room, Pod pod) {
        NodeState node = snapshot.node(room.node());
        return node == null
                ? null
                : forTaker(
                        node,
                        room,
                        pod,
                        snapshot.get(BalloonTable.HELD_BY_NODE).getOrDefault(node.name(), ResourceDemand.NONE));
    }

    /**
     * The node without what holds that capacity. A pod that needs no more than is reserved comes before what the node
     * keeps for others' failures, and before younger reservations: a new leader may read that more is kept than there
     * is, and another scheduler may have taken some of it, which leaves too little for all. Capacity that balloons hold
     * is taken while they exist, as the node would refuse the pod.
     *
     * @param node that of the room
     * @param byBalloons what balloons hold there
     */
    private static NodeState forTaker(NodeState node, HeldCapacity room, Pod pod, ResourceDemand byBalloons) {
        NodeState free = node.without(room.placeholder().key());
        Resources reserved = room.placeholder().spec().requests().needed();
        boolean isEnough = reserved.max(pod.spec().requests().needed()).equals(reserved);
        return isEnough
                ? holding(byBalloons, withoutYounger(free, room))
                : holding(byBalloons.max(NodeCapacityCalculator.heldForFailures(free)), free);
    }

    private static NodeState holding(ResourceDemand held, NodeState node) {
        NodeState crowded = NodeCapacityCalculator.withoutReserve(node);
        for (Pod placeholder : CapacityPlaceholderPod.of(node.name(), held)) {
            crowded = crowded.with(placeholder);
        }
        return crowded;
    }

    /** A module keeps room only beside reservations, so all of these stay. */
    private static NodeState withoutYounger(NodeState node, HeldCapacity than) {
        if (than.reservation() == null) {
            return node;
        }
        Pod own = than.placeholder();
        List<Pod> younger = node.pods().stream()
                .filter(pod -> CapacityPlaceholderPod.isYounger(pod, own))
                .toList();
        return younger.isEmpty() ? node : node.without(younger);
    }
}
