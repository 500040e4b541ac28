package dev.edgewise.scheduler.cluster;

import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.model.ReservationStatus;
import dev.edgewise.scheduler.model.ReservationStatus.Phase;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** How one reservation stands. Not thread-safe. */
final class Standing {
    Reservation reservation;
    /** Whether its room was free once. */
    boolean accepted;
    /** Whether its placeholder is on the node. */
    boolean placed;
    /** The pod that takes it, assumed or bound. */
    @Nullable
    PodKey taker;

    @Nullable
    Phase end;

    /** Why it holds no room, as this replica found; null while it did not look. */
    @Nullable
    ReservationStatus refusal;

    /** The node when it was looked at last, and what it lacked then. */
    private @Nullable NodeState lookedAt;

    private @Nullable ReservationStatus lacks;

    Standing(Reservation reservation) {
        this.reservation = reservation;
    }

    boolean shouldHold() {
        return accepted && end == null && taker == null;
    }

    /** @param assumed whether the pod's binding is not confirmed yet: one that was bound in time may be seen later */
    boolean mayBeTakenBy(Pod pod, boolean assumed) {
        boolean inTime = end == null || (end == Phase.EXPIRED && !assumed);
        return inTime && reservation.isTakenBy(pod);
    }

    /**
     * Why it may not hold room on its node; null if it may. Works that out anew only where the node has changed, or pods are nominated to it.
     *
     * @param crowded with what is nominated to it
     */
    @Nullable
    ReservationStatus refusalOn(NodeState crowded) {
        if (crowded != lookedAt) {
            lookedAt = crowded;
            List<String> lacking = Room.lacking(crowded, reservation.requests());
            String message = "node " + reservation.node() + " has no room: " + String.join(", ", lacking);
            lacks = lacking.isEmpty() ? null : unschedulable("InsufficientRoom", message);
        }
        return lacks;
    }

    /** What its status should say. */
    ReservationStatus status(boolean nodeExists) {
        ReservationStatus last = reservation.status();
        if (end != null) {
            return last.phase() == end ? last : ended(end, taker);
        }
        if (!accepted) {
            return Objects.requireNonNullElse(refusal, last);
        }
        return nodeExists ? new ReservationStatus(Phase.ACTIVE) : nodeNotFound(reservation.node());
    }

    private static ReservationStatus ended(Phase end, @Nullable PodKey taker) {
        return new ReservationStatus(end, end == Phase.TAKEN && taker != null ? taker.name() : "", "", "");
    }

    static ReservationStatus nodeNotFound(String node) {
        return unschedulable("NodeNotFound", "node " + node + " does not exist");
    }

    static ReservationStatus tooMany(String namespace, int most) {
        return unschedulable(
                "NamespaceLimit",
                most + " reservations of namespace " + namespace + " hold room, and no more may at a time");
    }

    static ReservationStatus unschedulable(String reason, String message) {
        return new ReservationStatus(Phase.UNSCHEDULABLE, "", reason, message);
    }
}
