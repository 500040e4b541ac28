package dev.edgewise.scheduler.state;

import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.model.ReservationStatus;
import dev.edgewise.scheduler.model.ReservationStatus.Phase;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The state of one reservation. Not thread-safe. */
final class ReservationEntry {
    static final Comparator<ReservationEntry> OLDEST_FIRST =
            Comparator.comparing(standing -> standing.reservation, Reservation.OLDEST_FIRST);

    Reservation reservation;
    /** Whether its capacity was free once. */
    boolean accepted;
    /** The placeholder while it is on the node. */
    @Nullable
    Pod placeholder;
    /** The pod that takes it, assumed or bound. */
    @Nullable
    PodKey taker;

    @Nullable
    Phase end;

    /** Reason why it ended, where its phase does not say it. */
    String endReason = "";

    String endMessage = "";

    /** Reason why it holds no capacity, as this replica found; null while it did not look. */
    @Nullable
    ReservationStatus refusal;

    /** The node and its nominated pods at the last check, and the lacking capacity. */
    private @Nullable NodeState checkedNode;

    private List<Pod> checkedNominated = List.of();
    private @Nullable ReservationStatus lastRefusal;
    private @Nullable ReservationState shown;

    ReservationEntry(Reservation reservation) {
        this.reservation = reservation;
    }

    boolean shouldHold() {
        return accepted && end == null && taker == null;
    }

    /** Returns whether it may hold capacity later, and holds none now. */
    boolean isWaiting() {
        return !accepted && end == null;
    }

    /** @param assumed whether the pod's binding is not confirmed yet: one that was bound in time may be seen later */
    boolean mayBeTakenBy(Pod pod, boolean assumed) {
        boolean inTime = end == null || (end == Phase.EXPIRED && !assumed);
        return inTime && reservation.isTakenBy(pod);
    }

    /** Returns whether neither the node nor its nominated pods have changed since the last {@link #refusalOn}. */
    boolean isCheckedFor(NodeState node, List<Pod> nominated) {
        return node == checkedNode && nominated == checkedNominated;
    }

    /**
     * Returns why its node has no capacity for it; null if it has.
     *
     * @param nominated pods that others were evicted for: their capacity is not free
     */
    @Nullable
    ReservationStatus refusalOn(NodeState node, List<Pod> nominated) {
        if (!isCheckedFor(node, nominated)) {
            checkedNode = node;
            checkedNominated = nominated;
            NodeState crowded = node;
            for (Pod pod : nominated) {
                crowded = crowded.with(pod);
            }
            List<String> lacking = NodeCapacityCalculator.lacking(crowded, reservation.requests());
            String message = "node " + reservation.node() + " has no room: " + String.join(", ", lacking);
            lastRefusal = lacking.isEmpty() ? null : unschedulable("InsufficientRoom", message);
        }
        return lastRefusal;
    }

    /** The reservation with what its status should say; the same object until that changes. */
    ReservationState state(boolean nodeExists) {
        ReservationStatus now = status(nodeExists);
        ReservationState known = shown;
        if (known == null || known.reservation() != reservation || !known.now().equals(now)) {
            known = new ReservationState(reservation, now);
            shown = known;
        }
        return known;
    }

    private ReservationStatus status(boolean nodeExists) {
        ReservationStatus last = reservation.status();
        if (end != null) {
            return last.phase() == end ? last : ended(end, taker);
        }
        if (!accepted) {
            return Objects.requireNonNullElse(refusal, last);
        }
        return nodeExists ? new ReservationStatus(Phase.ACTIVE) : nodeNotFound(reservation.node());
    }

    private ReservationStatus ended(Phase end, @Nullable PodKey taker) {
        return new ReservationStatus(
                end, end == Phase.TAKEN && taker != null ? taker.name() : "", endReason, endMessage);
    }

    static ReservationStatus nodeNotFound(String node) {
        return unschedulable("NodeNotFound", "node " + node + " does not exist");
    }

    static ReservationStatus tooMany(String namespace, int most) {
        return unschedulable(
                "NamespaceLimit",
                most + " reservations of namespace " + namespace + " hold room, and no more may at a time");
    }

    /** Returns the final status of a reservation that is not kept. */
    static ReservationStatus notKept(String namespace, int most) {
        return unschedulable(
                "TooManyObjects",
                "namespace " + namespace + " has " + most
                        + " reservations, and no more are looked at: delete some, then create this one again");
    }

    static ReservationStatus unschedulable(String reason, String message) {
        return new ReservationStatus(Phase.UNSCHEDULABLE, "", reason, message);
    }
}
