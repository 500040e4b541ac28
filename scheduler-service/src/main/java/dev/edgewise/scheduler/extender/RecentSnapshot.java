package dev.edgewise.scheduler.extender;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.cluster.Snapshot;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * The cluster as it was a moment ago. One question now and then takes a new snapshot, which waits for whoever changes the state; no question
 * waits for another.
 */
final class RecentSnapshot implements Supplier<Snapshot> {
    private static final long OLDEST = Duration.ofMillis(10).toNanos();

    private final Supplier<Snapshot> state;
    private final Ticker ticker;
    private final AtomicBoolean refreshing = new AtomicBoolean();
    private volatile Taken latest;

    private record Taken(Snapshot snapshot, long at) {}

    /** @param state the cluster as it is now */
    RecentSnapshot(Supplier<Snapshot> state, Ticker ticker) {
        this.state = state;
        this.ticker = ticker;
        this.latest = new Taken(state.get(), ticker.nanos());
    }

    @Override
    public Snapshot get() {
        Taken known = latest;
        if (ticker.nanos() - known.at() < OLDEST || !refreshing.compareAndSet(false, true)) {
            return known.snapshot();
        }
        try {
            // Dated before it is taken: it is at least that new.
            long now = ticker.nanos();
            Taken taken = new Taken(state.get(), now);
            latest = taken;
            return taken.snapshot();
        } finally {
            refreshing.set(false);
        }
    }
}
