package dev.edgewise.scheduler.signals;

import dev.edgewise.common.signal.EstimatedRange;
import dev.edgewise.common.signal.Following;
import dev.edgewise.common.signal.RoundTripTime;
import dev.edgewise.common.signal.SignalStore;
import dev.edgewise.scheduler.cluster.ClusterFeed;
import dev.edgewise.scheduler.rtt.Rtt;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Hands each row of round-trip times on as it changes; a row that the store no longer has, such as a deleted node's, as
 * empty. While the store is away the last values stay, and age; so do those that the store lost.
 */
public final class RttFollower implements AutoCloseable {
    private final SignalStore<RoundTripTime> store;
    private final ClusterFeed feed;
    private final Runnable afterCatchingUp;
    private @Nullable Following following;

    /** @param afterCatchingUp run once all that was known at the start has been read: much of it is garbage then */
    public RttFollower(SignalStore<RoundTripTime> store, ClusterFeed feed, Runnable afterCatchingUp) {
        this.store = store;
        this.feed = feed;
        this.afterCatchingUp = afterCatchingUp;
    }

    /** Begins to follow; may be repeated. */
    public synchronized void start() {
        if (following == null) {
            following = store.follow((from, times) -> feed.rtt(from, indexed(times)));
            following.caughtUp().thenRunAsync(afterCatchingUp);
        }
    }

    /** How it goes; null before {@link #start} and after {@link #close}. */
    public synchronized @Nullable Following following() {
        return following;
    }

    @Override
    public synchronized void close() {
        if (following != null) {
            following.close();
            following = null;
        }
    }

    private static Map<String, Rtt> indexed(Map<String, RoundTripTime> times) {
        Map<String, Rtt> indexed = new HashMap<>(times.size() * 2);
        times.forEach((to, time) -> indexed.put(to, indexed(time)));
        return indexed;
    }

    private static Rtt indexed(RoundTripTime time) {
        long observedAt = time.observed().at().toEpochMilli();
        long validUntil = time.observed().at().plus(time.observed().validFor()).toEpochMilli();
        EstimatedRange range = time.estimate();
        if (range != null) {
            Rtt.Estimate estimate = new Rtt.Estimate(time.p50Micros(), range.lowerMicros(), range.levelPercent());
            return Rtt.estimated(estimate, range.upperMicros(), observedAt, validUntil);
        }
        int samples = time.observed().isStated() ? Rtt.VOUCHED_FOR : time.samples();
        return new Rtt(
                time.p50Micros(),
                time.p95Micros(),
                time.p99Micros(),
                (float) time.loss(),
                samples,
                observedAt,
                validUntil,
                null);
    }
}
