package dev.edgewise.scheduler.cycle.details;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.state.Snapshot;
import java.lang.ref.SoftReference;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * A snapshot of the cluster that is at most a moment old: taking a snapshot waits for the state's lock, which a writer
 * of a thousand events a second must not do each time.
 */
public final class CachedSnapshotSupplier implements Supplier<Snapshot> {
    private final Supplier<Snapshot> state;
    private final Duration oldest;
    private final Ticker ticker;
    /** Softly referenced, so that an idle owner does not keep the cluster's objects in memory. */
    private SoftReference<Snapshot> latest = new SoftReference<>(null);

    private long takenAt;

    public CachedSnapshotSupplier(Supplier<Snapshot> state, Duration oldest, Ticker ticker) {
        this.state = state;
        this.oldest = oldest;
        this.ticker = ticker;
    }

    @Override
    public synchronized Snapshot get() {
        Snapshot known = latest.get();
        if (known == null || ticker.since(takenAt).compareTo(oldest) >= 0) {
            takenAt = ticker.nanos();
            known = state.get();
            latest = new SoftReference<>(known);
        }
        return known;
    }
}
