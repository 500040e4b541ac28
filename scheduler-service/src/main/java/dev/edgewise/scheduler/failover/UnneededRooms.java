package dev.edgewise.scheduler.failover;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.cluster.ClusterState;
import dev.edgewise.scheduler.cycle.FailoverWriter;
import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.model.ReservationKey;
import dev.edgewise.scheduler.model.ReservationStatus.Phase;
import dev.edgewise.scheduler.protection.ProtectedPod;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Gives back the room that was reserved for what would have replaced pods, where these live on: their node came back before they were deleted. Else it is kept twice, as
 * their backups keep room again. For one thread.
 */
final class UnneededRooms {
    /** A node may fail again at once, and a deletion that was asked for takes a moment to be seen. */
    private static final Duration SETTLED = Duration.ofSeconds(5);
    /** Deletions in one step: a node that fails meanwhile waits no longer. */
    private static final int BATCH = 5;

    private final ClusterState state;
    private final BooleanSupplier decides;
    private final Predicate<String> failing;
    private final Consumer<Reservation> delete;
    private final Ticker ticker;
    /** Since when each is known not to be needed, or was asked to be deleted. */
    private final Map<ReservationKey, Long> since = new HashMap<>();

    /**
     * @param decides whether this replica leads and knows all that was decided before; asked before each write
     * @param failing whether something is wrong with the node of that name now
     * @param delete deletes a reservation, and no later one of its name
     */
    UnneededRooms(
            ClusterState state,
            BooleanSupplier decides,
            Predicate<String> failing,
            Consumer<Reservation> delete,
            Ticker ticker) {
        this.state = state;
        this.decides = decides;
        this.failing = failing;
        this.delete = delete;
        this.ticker = ticker;
    }

    /** To be called several times a second. */
    void step() {
        Map<ReservationKey, Reservation> untaken = new HashMap<>();
        state.reservations().states().stream()
                .filter(room -> FailoverWriter.isForRestart(room.reservation()))
                .filter(room ->
                        room.now().phase() != Phase.TAKEN && !room.now().phase().isEnd())
                .forEach(room -> untaken.put(room.reservation().key(), room.reservation()));
        Map<ReservationKey, Reservation> unneeded = new HashMap<>();
        if (!untaken.isEmpty()) {
            for (ProtectedPod pod : state.protection().pods()) {
                Reservation room = untaken.get(FailoverWriter.reservationFor(pod.pod()));
                if (room != null && FailoverWriter.isFor(pod.pod(), room) && !failing.test(pod.home())) {
                    unneeded.put(room.key(), room);
                    since.putIfAbsent(room.key(), ticker.nanos());
                }
            }
        }
        since.keySet().retainAll(unneeded.keySet());
        settled().forEach(key -> delete(unneeded.get(key)));
    }

    /** Those that wait longest, since they are known or since they were asked for. */
    private List<ReservationKey> settled() {
        return since.entrySet().stream()
                .filter(each -> ticker.since(each.getValue()).compareTo(SETTLED) >= 0)
                .sorted(Map.Entry.comparingByValue())
                .limit(BATCH)
                .map(Map.Entry::getKey)
                .toList();
    }

    private void delete(@Nullable Reservation room) {
        if (room != null && decides.getAsBoolean()) {
            since.put(room.key(), ticker.nanos());
            delete.accept(room);
        }
    }

    /** Another replica decides. */
    void forget() {
        since.clear();
    }
}
