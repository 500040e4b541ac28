package dev.edgewise.scheduler.reservations;

import dev.edgewise.common.Backoff;
import dev.edgewise.common.FairOrder;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.cluster.ClusterState;
import dev.edgewise.scheduler.cluster.ReservationState;
import dev.edgewise.scheduler.cycle.ReservationWriter;
import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.model.ReservationStatus;
import dev.edgewise.scheduler.model.ReservationStatus.Phase;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes what has become of reservations, and deletes those that have ended, where this replica decides. On a thread of its own, as the API
 * server may be slow. Namespaces take turns, and deletions come last. Of a namespace, what was not tried yet goes first, so that one which
 * cannot be written keeps no other waiting; then those that hold room, as restarts and moves wait until they are active; then the oldest.
 */
final class ReservationWrites {
    /** How long one that has ended is left for people to see. */
    static final Duration SHOWN = Duration.ofMinutes(1);
    /** As many are written before it is asked again which are due. */
    private static final int BATCH = 10;
    /** A step begins no further batch after that: a slow API server must not make the loop look stuck. */
    private static final Duration TURN = Duration.ofMinutes(10);
    /** Until the same is tried again, doubled each time: the watch needs a moment to bring it, and who refuses needs a rest. */
    private static final Backoff REST = new Backoff(Duration.ofSeconds(5), Duration.ofSeconds(320));

    private static final Comparator<Write> DELETIONS_LAST = Comparator.comparing(Write::deletes);
    private static final Comparator<Write> WITHIN_A_NAMESPACE = DELETIONS_LAST
            .thenComparing(Write::tries)
            .thenComparing(write -> write.of().now().phase() != Phase.ACTIVE)
            .thenComparing(write -> write.of().reservation(), Reservation.OLDEST_FIRST);

    private final ClusterState state;
    private final BooleanSupplier decides;
    private final ReservationWriter writer;
    private final Ticker ticker;
    /** Since when each that has ended was seen to have, by uid. */
    private final Map<String, Long> ended = new HashMap<>();
    /** What was asked for last, by uid. */
    private final Map<String, Attempt> attempts = new HashMap<>();

    private record Attempt(boolean deletes, ReservationStatus status, int tries, long at) {}

    /** @param tries how often the same was asked for before */
    private record Write(ReservationState of, boolean deletes, int tries) {}

    /** @param decides whether this replica leads and knows all that was decided before; asked before each write */
    ReservationWrites(ClusterState state, BooleanSupplier decides, ReservationWriter writer, Ticker ticker) {
        this.state = state;
        this.decides = decides;
        this.writer = writer;
        this.ticker = ticker;
    }

    /** Writes all that is due, or for 10 minutes. To be called several times a second. */
    void step() {
        long begun = ticker.nanos();
        List<Write> batch = due();
        while (!batch.isEmpty() && decides.getAsBoolean() && ticker.since(begun).compareTo(TURN) < 0) {
            for (Write write : batch) {
                if (decides.getAsBoolean()) {
                    carryOut(write);
                }
            }
            batch = due();
        }
    }

    private List<Write> due() {
        List<ReservationState> all = state.reservations().states();
        Set<String> uids = new HashSet<>();
        all.forEach(one -> uids.add(one.reservation().uid()));
        ended.keySet().retainAll(uids);
        attempts.keySet().retainAll(uids);
        return FairOrder.inTurn(
                        all.stream().map(this::dueWrite).filter(Objects::nonNull),
                        write -> write.of().reservation().key().namespace(),
                        DELETIONS_LAST,
                        WITHIN_A_NAMESPACE)
                .limit(BATCH)
                .toList();
    }

    private @Nullable Write dueWrite(ReservationState one) {
        boolean deletes = isToBeDeleted(one);
        if (!deletes && one.now().equals(one.reservation().status())) {
            return null;
        }
        Attempt last = attempts.get(one.reservation().uid());
        if (last == null || last.deletes() != deletes || !last.status().equals(one.now())) {
            return new Write(one, deletes, 0);
        }
        Duration rest = REST.after(last.tries() + 1);
        return ticker.since(last.at()).compareTo(rest) < 0 ? null : new Write(one, deletes, last.tries() + 1);
    }

    private void carryOut(Write write) {
        ReservationState one = write.of();
        attempts.put(one.reservation().uid(), new Attempt(write.deletes(), one.now(), write.tries(), ticker.nanos()));
        if (write.deletes()) {
            writer.delete(one.reservation());
        } else {
            writer.write(one.reservation(), one.now());
        }
    }

    /** Not one that was deleted, and that a finalizer keeps. */
    private boolean isToBeDeleted(ReservationState one) {
        if (!one.now().phase().isEnd() || one.reservation().deleted()) {
            return false;
        }
        long since = ended.computeIfAbsent(one.reservation().uid(), first -> ticker.nanos());
        return ticker.since(since).compareTo(SHOWN) >= 0;
    }
}
