package dev.edgewise.scheduler.reservations;

import dev.edgewise.common.WriteGate;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.cluster.ClusterState;
import dev.edgewise.scheduler.cluster.ReservationState;
import dev.edgewise.scheduler.cycle.LiveClusterFeed;
import dev.edgewise.scheduler.cycle.ReservationWriter;
import dev.edgewise.scheduler.model.ReservationStatus;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends reservations whose time is over, and lets those hold room for which there is enough: on every replica. The one that leads also writes
 * what has become of them, and deletes what has ended. All it knows follows from the cluster, so that nothing is lost with a leader.
 * One thread only.
 */
final class ReservationKeeper {
    /** How long one that has ended is left for people to see. */
    static final Duration SHOWN = Duration.ofMinutes(1);
    /** The next deadlines must not wait for long. */
    private static final int MOST_WRITES = 50;

    private static final Duration REST = Duration.ofSeconds(5);

    private static final Logger LOG = LoggerFactory.getLogger(ReservationKeeper.class);

    private final ClusterState state;
    private final LiveClusterFeed feed;
    private final BooleanSupplier isSynced;
    private final ReservationWriter writer;
    private final WriteGate gate;
    private final Deadlines deadlines;
    private final Ticker ticker;
    /** Since when each that has ended was seen to have, by uid. */
    private final Map<String, Long> ended = new HashMap<>();
    /** What was asked for last, by uid: the watch needs a moment to bring it, and an API server that refuses needs a rest. */
    private final Map<String, Attempt> attempts = new HashMap<>();

    private record Attempt(boolean deletes, ReservationStatus status, long at) {}

    /**
     * @param isSynced whether all pods are known, without which nobody knows which room is free
     * @param gate asked before each write
     */
    ReservationKeeper(
            ClusterState state,
            LiveClusterFeed feed,
            BooleanSupplier isSynced,
            ReservationWriter writer,
            WriteGate gate,
            Deadlines deadlines,
            Ticker ticker) {
        this.state = state;
        this.feed = feed;
        this.isSynced = isSynced;
        this.writer = writer;
        this.gate = gate;
        this.deadlines = deadlines;
        this.ticker = ticker;
    }

    /** To be called several times a second. Throws nothing. */
    void step() {
        try {
            if (isSynced.getAsBoolean()) {
                keep();
            }
        } catch (RuntimeException mistake) {
            LOG.error("Keeping reservations failed: unexpected error", mistake);
        }
    }

    private void keep() {
        for (ReservationState known : state.reservations()) {
            if (!known.now().phase().isEnd() && deadlines.isOver(known.reservation())) {
                feed.reservationExpired(known.reservation().uid());
            }
        }
        feed.acceptReservations();
        List<ReservationState> all = state.reservations();
        Set<String> uids = new HashSet<>();
        all.forEach(one -> uids.add(one.reservation().uid()));
        deadlines.retain(uids);
        ended.keySet().retainAll(uids);
        attempts.keySet().retainAll(uids);
        write(all);
    }

    private void write(List<ReservationState> all) {
        int writes = 0;
        for (ReservationState one : all) {
            if (writes == MOST_WRITES || !gate.isOpen()) {
                return;
            }
            boolean deletes = isToBeDeleted(one);
            if ((deletes || !one.now().equals(one.reservation().status())) && isDue(one, deletes)) {
                writes++;
                write(one, deletes);
            }
        }
    }

    private void write(ReservationState one, boolean deletes) {
        if (deletes) {
            writer.delete(one.reservation());
        } else {
            writer.write(one.reservation(), one.now());
        }
    }

    private boolean isDue(ReservationState one, boolean deletes) {
        String uid = one.reservation().uid();
        Attempt last = attempts.get(uid);
        if (last != null
                && last.deletes() == deletes
                && last.status().equals(one.now())
                && ticker.since(last.at()).compareTo(REST) < 0) {
            return false;
        }
        attempts.put(uid, new Attempt(deletes, one.now(), ticker.nanos()));
        return true;
    }

    private boolean isToBeDeleted(ReservationState one) {
        if (!one.now().phase().isEnd()) {
            return false;
        }
        long since = ended.computeIfAbsent(one.reservation().uid(), first -> ticker.nanos());
        return ticker.since(since).compareTo(SHOWN) >= 0;
    }
}
