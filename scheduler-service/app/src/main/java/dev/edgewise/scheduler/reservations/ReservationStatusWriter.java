package dev.edgewise.scheduler.reservations;

import dev.edgewise.common.Backoff;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.cycle.SchedulingLoopAccess;
import dev.edgewise.scheduler.model.ReservationStatus;
import dev.edgewise.scheduler.state.ReservationState;
import dev.edgewise.scheduler.state.ReservationStateView;
import dev.edgewise.scheduler.state.reservations.ReservationWriter;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * Writes the status of reservations, and deletes ended ones, while this replica decides. Runs on its own thread, as the
 * API server may be slow. It checks all reservations when this replica begins to decide; from then on changed ones, and
 * those that are due.
 */
final class ReservationStatusWriter {
    /** How long an ended reservation is left for people to see. */
    static final Duration SHOWN = Duration.ofMinutes(1);
    /** A step begins no further write after that: a slow API server must not make the loop look stuck. */
    private static final Duration TURN = Duration.ofMinutes(10);
    /**
     * The time before the same write is tried again, doubled each time: the watch needs a moment to bring it, and a
     * server that refuses needs a rest.
     */
    private static final Backoff REST = new Backoff(Duration.ofSeconds(5), Duration.ofSeconds(320));

    private final ReservationStateView states;
    private final SchedulingLoopAccess decisions;
    private final ReservationWriter writer;
    private final Ticker ticker;
    /** When the end of each ended reservation was seen, by uid. */
    private final Map<String, Long> ended = new HashMap<>();
    /** The last attempt to write each reservation, by uid. */
    private final Map<String, Attempt> attempts = new HashMap<>();

    private final WriteQueue due = new WriteQueue();
    private boolean knowsAll;

    private record Attempt(boolean deletes, ReservationStatus status, int tries, long at) {}

    ReservationStatusWriter(
            ReservationStateView states, SchedulingLoopAccess decisions, ReservationWriter writer, Ticker ticker) {
        this.states = states;
        this.decisions = decisions;
        this.writer = writer;
        this.ticker = ticker;
    }

    /** Writes all that is due, or for 10 minutes. To be called several times a second. */
    void step() {
        if (!decisions.isActive()) {
            forget();
            return;
        }
        long begun = ticker.nanos();
        look();
        ReservationWrite write = due.poll();
        while (write != null && decisions.isActive()) {
            carryOut(write);
            look();
            write = ticker.since(begun).compareTo(TURN) < 0 ? due.poll() : null;
        }
    }

    private void forget() {
        for (String uid : states.takeChanged()) {
            if (states.find(uid) == null) {
                ended.remove(uid);
            }
        }
        due.clear();
        attempts.clear();
        knowsAll = false;
    }

    /** Queues writes for changed reservations, and for those whose next check is due. */
    private void look() {
        if (knowsAll) {
            states.takeChanged().forEach(this::look);
        } else {
            knowsAll = true;
            states.takeChanged().forEach(this::look);
            states.states().forEach(this::look);
        }
        due.takeRested(ticker.nanos()).forEach(this::look);
    }

    private void look(String uid) {
        ReservationState one = states.find(uid);
        if (one == null) {
            due.remove(uid);
            ended.remove(uid);
            attempts.remove(uid);
        } else {
            look(one);
        }
    }

    private void look(ReservationState one) {
        String uid = one.reservation().uid();
        due.remove(uid);
        // One that was deleted, and that a finalizer keeps, is not deleted again.
        if (one.now().phase().isEnd() && !one.reservation().deleted()) {
            long since = ended.computeIfAbsent(uid, first -> ticker.nanos());
            if (ticker.since(since).compareTo(SHOWN) >= 0) {
                isDue(one, true);
                return;
            }
            due.rest(uid, since + SHOWN.toNanos());
        }
        if (!one.now().equals(one.reservation().status())) {
            isDue(one, false);
        }
    }

    private void isDue(ReservationState one, boolean deletes) {
        String uid = one.reservation().uid();
        Attempt last = attempts.get(uid);
        if (last == null || last.deletes() != deletes || !last.status().equals(one.now())) {
            due.add(new ReservationWrite(one, deletes, 0));
            return;
        }
        Duration rest = REST.after(last.tries() + 1);
        if (ticker.since(last.at()).compareTo(rest) < 0) {
            due.rest(uid, last.at() + rest.toNanos());
        } else {
            due.add(new ReservationWrite(one, deletes, last.tries() + 1));
        }
    }

    private void carryOut(ReservationWrite write) {
        ReservationState one = write.of();
        String uid = one.reservation().uid();
        attempts.put(uid, new Attempt(write.deletes(), one.now(), write.tries(), ticker.nanos()));
        if (write.deletes()) {
            writer.delete(one.reservation());
        } else {
            writer.write(one.reservation(), one.now());
        }
        look(uid);
    }
}
