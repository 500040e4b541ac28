package dev.edgewise.scheduler.recovery.failure;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.cycle.SchedulingLoopAccess;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.model.ReservationKey;
import dev.edgewise.scheduler.recovery.ReplacementReservations;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.protection.PodWithBackup;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Deletes the reservations for replacements of pods that keep running, as their node returned before they were deleted:
 * the capacity becomes these pods' reserve again. It is not released to other pods in between. For one thread.
 */
final class UnneededFailoverReservationDeleter {
    /** A node may fail again at once, and a deletion takes a moment to be seen. */
    private static final Duration DELETE_AFTER = Duration.ofSeconds(5);
    /** Deletions in one step: a node that fails meanwhile waits no longer. */
    private static final int BATCH = 5;

    private final ClusterState state;
    private final SchedulingLoopAccess decisions;
    private final Predicate<String> failing;
    private final Consumer<Reservation> delete;
    private final Ticker ticker;
    /** When each was found not to be needed, or its deletion was requested, by the ticker. */
    private final Map<ReservationKey, Long> since = new HashMap<>();

    /**
     * @param failing whether something is wrong with the node of that name now
     * @param delete deletes a reservation, and no later one of its name
     */
    UnneededFailoverReservationDeleter(
            ClusterState state,
            SchedulingLoopAccess decisions,
            Predicate<String> failing,
            Consumer<Reservation> delete,
            Ticker ticker) {
        this.state = state;
        this.decisions = decisions;
        this.failing = failing;
        this.delete = delete;
        this.ticker = ticker;
    }

    /** Deletes the reservations that are due. To be called several times a second. */
    void step() {
        Map<ReservationKey, Unneeded> unneeded = unneeded();
        since.keySet().retainAll(unneeded.keySet());
        unneeded.keySet().forEach(key -> since.putIfAbsent(key, ticker.nanos()));
        for (ReservationKey key : unneededLongEnough()) {
            if (decisions.isActive()) {
                since.put(key, ticker.nanos());
                giveBack(Objects.requireNonNull(unneeded.get(key)));
            }
        }
    }

    private void giveBack(Unneeded one) {
        decisions.exclusively(() -> {
            PodWithBackup pod = state.protection().find(one.pod().key());
            if (pod != null && pod.pod().isSameAs(one.pod()) && pod.backup() == null) {
                state.reservations().expire(one.room().uid());
                state.protection().assign(pod.pod(), one.room().node());
            }
        });
        delete.accept(one.room());
    }

    /** @param pod that lives on */
    private record Unneeded(Pod pod, Reservation room) {}

    private Map<ReservationKey, Unneeded> unneeded() {
        ReplacementReservations rooms = new ReplacementReservations(state);
        Map<ReservationKey, Unneeded> unneeded = new HashMap<>();
        if (rooms.allEnded()) {
            return unneeded;
        }
        for (PodWithBackup pod : state.protection().pods()) {
            Reservation room = rooms.findOpen(pod);
            if (room != null && !failing.test(pod.home())) {
                unneeded.put(room.key(), new Unneeded(pod.pod(), room));
            }
        }
        return unneeded;
    }

    /** Returns the longest waiting ones, since they were found or since their deletion was requested. */
    private List<ReservationKey> unneededLongEnough() {
        return since.entrySet().stream()
                .filter(each -> ticker.since(each.getValue()).compareTo(DELETE_AFTER) >= 0)
                .sorted(Map.Entry.comparingByValue())
                .limit(BATCH)
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Clears all state, as another replica decides. */
    void forget() {
        since.clear();
    }
}
