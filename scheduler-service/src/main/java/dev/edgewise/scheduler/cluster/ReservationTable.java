package dev.edgewise.scheduler.cluster;

import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.model.ReservationKey;
import dev.edgewise.scheduler.model.ReservationStatus;
import dev.edgewise.scheduler.model.ReservationStatus.Phase;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The reservations as they stand, with a placeholder on the node of each that holds room. One begins to hold it when its node has that much
 * free, and then does until it ends, whatever becomes of the node. Not thread-safe.
 */
final class ReservationTable {
    private final NodeTable nodes;
    private final Map<ReservationKey, Standing> byKey = new HashMap<>();
    private final Map<String, Standing> byUid = new HashMap<>();
    private ReservationIndex index = ReservationIndex.EMPTY;
    private boolean freed;
    private final List<Reservation> begun = new ArrayList<>();

    private static final class Standing {
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

        Standing(Reservation reservation) {
            this.reservation = reservation;
        }
    }

    ReservationTable(NodeTable nodes) {
        this.nodes = nodes;
    }

    /** Those that hold room. */
    ReservationIndex index() {
        return index;
    }

    void put(Reservation reservation) {
        Standing standing = byKey.get(reservation.key());
        if (standing == null || !standing.reservation.uid().equals(reservation.uid())) {
            remove(reservation.key());
            standing = new Standing(reservation);
            byKey.put(reservation.key(), standing);
            byUid.put(reservation.uid(), standing);
            findTaker(standing);
        }
        standing.reservation = reservation;
        Phase phase = reservation.status().phase();
        standing.accepted |= phase == Phase.ACTIVE;
        if (standing.end == null && phase.isEnd()) {
            standing.end = phase;
        }
        settle(standing);
    }

    void remove(ReservationKey key) {
        Standing standing = byKey.remove(key);
        if (standing != null) {
            byUid.remove(standing.reservation.uid());
            standing.end = Phase.EXPIRED;
            settle(standing);
        }
    }

    /** The time of the reservation is over. */
    void expire(String uid) {
        Standing standing = byUid.get(uid);
        if (standing != null && standing.end == null) {
            standing.end = Phase.EXPIRED;
            settle(standing);
        }
    }

    /** Looks whether there is room for those that hold none yet, oldest first. */
    void accept() {
        byKey.values().stream()
                .filter(standing -> standing.end == null && !standing.accepted)
                .sorted((a, b) -> Reservation.OLDEST_FIRST.compare(a.reservation, b.reservation))
                .forEach(this::accept);
    }

    /**
     * Takes in the change of one pod; null where it is not there.
     *
     * @param assumed whether the binding of the pod is not confirmed yet, so that it may still give the reservation back
     */
    void changed(@Nullable Pod before, @Nullable Pod after, boolean assumed) {
        Standing left = ofBound(before);
        Standing taken = ofBound(after);
        if (left != null && left != taken && before != null && before.key().equals(left.taker) && left.end == null) {
            left.taker = null;
            settle(left);
        }
        if (taken != null && after != null) {
            take(taken, after, assumed);
        }
    }

    List<ReservationState> states() {
        return byKey.values().stream()
                .map(standing -> new ReservationState(standing.reservation, status(standing)))
                .toList();
    }

    /** Whether nothing has changed since {@link #drainChange}. */
    boolean isUnchanged() {
        return !freed && begun.isEmpty();
    }

    /** What has changed since this was last asked. */
    ReservationChange drainChange() {
        ReservationChange change = new ReservationChange(freed, begun);
        freed = false;
        begun.clear();
        return change;
    }

    private @Nullable Standing ofBound(@Nullable Pod pod) {
        return pod == null || pod.reservation() == null || pod.spec().nodeName() == null
                ? null
                : byUid.get(pod.reservation());
    }

    private void findTaker(Standing standing) {
        for (Pod pod : nodes.podsOn(standing.reservation.node())) {
            if (pod.reservation() != null) {
                take(standing, pod, false);
            }
        }
    }

    private void take(Standing standing, Pod pod, boolean assumed) {
        if (standing.end == null && standing.reservation.isTakenBy(pod)) {
            standing.taker = pod.key();
            standing.end = assumed ? null : Phase.TAKEN;
            settle(standing);
        }
    }

    private void settle(Standing standing) {
        boolean holds = standing.accepted && standing.end == null && standing.taker == null;
        if (holds == standing.placed) {
            return;
        }
        standing.placed = holds;
        Pod placeholder = Placeholder.of(standing.reservation);
        if (holds) {
            nodes.addPod(placeholder);
            index = index.with(standing.reservation);
            begun.add(standing.reservation);
        } else {
            nodes.removePod(placeholder);
            index = index.without(standing.reservation);
            freed = true;
        }
    }

    private void accept(Standing standing) {
        NodeState node = nodes.state(standing.reservation.node());
        standing.accepted = node != null
                && Room.lacking(node, standing.reservation.requests()).isEmpty();
        settle(standing);
    }

    private ReservationStatus status(Standing standing) {
        ReservationStatus last = standing.reservation.status();
        if (standing.end != null) {
            return last.phase() == standing.end ? last : ended(standing.end, standing.taker);
        }
        String node = standing.reservation.node();
        NodeState state = nodes.state(node);
        if (state == null) {
            return unschedulable("NodeNotFound", "node " + node + " does not exist");
        }
        return standing.accepted
                ? new ReservationStatus(Phase.ACTIVE)
                : unschedulable(
                        "InsufficientRoom",
                        "node " + node + " has no room: "
                                + String.join(", ", Room.lacking(state, standing.reservation.requests())));
    }

    private static ReservationStatus ended(Phase end, @Nullable PodKey taker) {
        return new ReservationStatus(end, end == Phase.TAKEN && taker != null ? taker.name() : "", "", "");
    }

    private static ReservationStatus unschedulable(String reason, String message) {
        return new ReservationStatus(Phase.UNSCHEDULABLE, "", reason, message);
    }
}
