package dev.edgewise.scheduler.cluster;

import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.model.ReservationKey;
import dev.edgewise.scheduler.model.ReservationStatus;
import dev.edgewise.scheduler.model.ReservationStatus.Phase;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The reservations as they stand, with a placeholder on the node of each that holds room. One begins to hold it when its node has that much
 * free, and then does until it ends, whatever becomes of the node. Not thread-safe.
 */
final class ReservationTable {
    private final NodeTable nodes;
    private final Placeholders placeholders;
    private final Predicate<String> silent;
    private final Map<ReservationKey, Standing> byKey = new HashMap<>();
    private final Map<String, Standing> byUid = new HashMap<>();
    private ReservationIndex index = ReservationIndex.EMPTY;
    private final List<Reservation> begun = new ArrayList<>();

    /** @param silent whether the scheduler of that name does not say which reservation a pod takes */
    ReservationTable(NodeTable nodes, Placeholders placeholders, Predicate<String> silent) {
        this.nodes = nodes;
        this.placeholders = placeholders;
        this.silent = silent;
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
        standing.accepted |= phase == Phase.ACTIVE && reservation.problem() == null;
        if (standing.end == null && (phase.isEnd() || reservation.deleted())) {
            standing.end = phase.isEnd() ? phase : Phase.EXPIRED;
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

    /** The time of the reservation is over. One that a pod is being bound with is left until that is known. */
    void expire(String uid) {
        Standing standing = byUid.get(uid);
        if (standing != null && standing.end == null && standing.taker == null) {
            standing.end = Phase.EXPIRED;
            settle(standing);
        }
    }

    /**
     * Looks whether there is room for those that hold none yet, oldest first.
     *
     * @param most how many of one namespace may hold room
     * @param nominated pods that others were evicted for, by node: their room is not free
     */
    void accept(int most, Map<String, List<Pod>> nominated) {
        Map<String, Integer> holding = new HashMap<>();
        List<Standing> waiting = new ArrayList<>();
        for (Standing standing : byKey.values()) {
            if (standing.end == null && standing.accepted) {
                holding.merge(standing.reservation.key().namespace(), 1, Integer::sum);
            } else if (standing.end == null) {
                waiting.add(standing);
            }
        }
        waiting.sort((a, b) -> Reservation.OLDEST_FIRST.compare(a.reservation, b.reservation));
        for (Standing standing : waiting) {
            String namespace = standing.reservation.key().namespace();
            boolean full = holding.getOrDefault(namespace, 0) >= most;
            standing.refusal = full ? Standing.tooMany(namespace, most) : refusal(standing, nominated);
            if (standing.refusal == null) {
                standing.accepted = true;
                holding.merge(namespace, 1, Integer::sum);
                settle(standing);
            }
        }
    }

    /** The same of a few, however many of their namespaces hold room: what is nominated never had that which was kept for failures. */
    void accept(Set<String> uids) {
        for (String uid : uids) {
            Standing standing = byUid.get(uid);
            if (standing != null && standing.end == null && !standing.accepted) {
                standing.refusal = refusal(standing, Map.of());
                standing.accepted = standing.refusal == null;
                settle(standing);
            }
        }
    }

    /** Keeps only what those that decide have written: for a replica that does not decide, or not any more. */
    void follow() {
        for (Standing standing : byKey.values()) {
            standing.refusal = null;
            if (standing.accepted && standing.reservation.status().phase() != Phase.ACTIVE) {
                standing.accepted = false;
                settle(standing);
            }
        }
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
        } else if (before != null && after != null && isBoundSilently(before, after)) {
            takeOldest(after);
        }
    }

    /** Only what was seen waiting: others may have been bound before there was anything to take. */
    private boolean isBoundSilently(Pod before, Pod after) {
        return before.isSameAs(after)
                && before.spec().nodeName() == null
                && after.spec().nodeName() != null
                && silent.test(after.spec().schedulerName());
    }

    /** Of those that keep room on the pod's node. */
    private void takeOldest(Pod pod) {
        byKey.values().stream()
                .filter(standing -> standing.placed
                        && standing.reservation.node().equals(pod.spec().nodeName())
                        && standing.reservation.isFor(pod))
                .min((a, b) -> Reservation.OLDEST_FIRST.compare(a.reservation, b.reservation))
                .ifPresent(standing -> settle(standing, pod, false));
    }

    List<ReservationState> states() {
        return byKey.values().stream()
                .map(standing -> new ReservationState(
                        standing.reservation, standing.status(nodes.state(standing.reservation.node()) != null)))
                .toList();
    }

    /** Those that have begun to hold room since this was last asked. */
    List<Reservation> drainBegun() {
        if (begun.isEmpty()) {
            return List.of();
        }
        List<Reservation> drained = List.copyOf(begun);
        begun.clear();
        return drained;
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
        if (standing.mayBeTakenBy(pod, assumed)) {
            settle(standing, pod, assumed);
        }
    }

    private void settle(Standing standing, Pod taker, boolean assumed) {
        if (standing.placed) {
            placeholders.takesPlace(taker);
        }
        standing.taker = taker.key();
        standing.end = assumed ? null : Phase.TAKEN;
        settle(standing);
    }

    private void settle(Standing standing) {
        boolean holds = standing.shouldHold();
        if (holds == standing.placed) {
            return;
        }
        standing.placed = holds;
        Pod placeholder = Placeholder.of(standing.reservation);
        if (holds) {
            placeholders.add(placeholder);
            index = index.with(standing.reservation);
            begun.add(standing.reservation);
        } else {
            placeholders.remove(placeholder);
            index = index.without(standing.reservation);
        }
    }

    /** Why it may not hold room; null if it may. */
    private @Nullable ReservationStatus refusal(Standing standing, Map<String, List<Pod>> nominated) {
        Reservation reservation = standing.reservation;
        NodeState node = nodes.state(reservation.node());
        if (reservation.problem() != null) {
            return Standing.unschedulable("Invalid", reservation.problem());
        }
        if (node == null) {
            return Standing.nodeNotFound(reservation.node());
        }
        NodeState crowded = node;
        for (Pod pod : nominated.getOrDefault(reservation.node(), List.of())) {
            crowded = crowded.with(pod);
        }
        return standing.refusalOn(crowded);
    }
}
