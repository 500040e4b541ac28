package dev.edgewise.scheduler.extender;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.cluster.Snapshot;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * The cluster as it was a moment ago. One question now and then takes a new snapshot, which waits for whoever changes the state; no question
 * waits for another, unless what is known is so old that it takes one itself.
 */
final class RecentSnapshot implements Supplier<Snapshot> {
    /** From this age on, one question takes a new snapshot. */
    private static final long OLD = Duration.ofMillis(10).toNanos();
    /** From this age on, each does: whoever takes the new one has been held up, or nobody asked for long. */
    private static final long TOO_OLD = Duration.ofMillis(100).toNanos();

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
        long age = ticker.nanos() - known.at();
        if (age < OLD) {
            return known.snapshot();
        }
        if (!refreshing.compareAndSet(false, true)) {
            return age < TOO_OLD ? known.snapshot() : state.get();
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
