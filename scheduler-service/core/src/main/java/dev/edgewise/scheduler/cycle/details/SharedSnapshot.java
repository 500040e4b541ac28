package dev.edgewise.scheduler.cycle.details;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.state.Snapshot;
import java.lang.ref.SoftReference;
import java.time.Duration;
import java.util.function.Supplier;

/** The cluster as it was at most a moment ago: taking a snapshot waits for the state's lock, which whoever writes a thousand events a second must not. */
public final class SharedSnapshot implements Supplier<Snapshot> {
    private final Supplier<Snapshot> state;
    private final Duration oldest;
    private final Ticker ticker;
    /** Its objects go before memory ends where nobody asks any more. */
    private SoftReference<Snapshot> latest = new SoftReference<>(null);

    private long takenAt;

    public SharedSnapshot(Supplier<Snapshot> state, Duration oldest, Ticker ticker) {
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
