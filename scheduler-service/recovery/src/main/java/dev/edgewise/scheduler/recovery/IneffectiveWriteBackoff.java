package dev.edgewise.scheduler.recovery;

import dev.edgewise.common.Backoff;
import dev.edgewise.common.time.Ticker;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The time of the leader's last write, and the number of writes without effect. For one thread. */
public class IneffectiveWriteBackoff {
    /** The maximum factor by which the interval grows. */
    private static final int LARGEST_FACTOR = 256;

    private final Ticker ticker;
    private @Nullable Long lastWriteAt;
    private int ineffectiveWrites;

    public IneffectiveWriteBackoff(Ticker ticker) {
        this.ticker = ticker;
    }

    /**
     * Returns whether the next write may be sent.
     *
     * @param interval minimum time since the last write, doubled with each write that had no effect
     */
    public final boolean isDue(Duration interval) {
        Backoff backoff = new Backoff(interval, interval.multipliedBy(LARGEST_FACTOR));
        return sinceWrite().compareTo(backoff.after(ineffectiveWrites + 1)) >= 0;
    }

    /** Returns the time since the last write, very long if there was none. */
    public final Duration sinceWrite() {
        return lastWriteAt == null ? Duration.ofSeconds(Long.MAX_VALUE) : ticker.since(lastWriteAt);
    }

    /** Records a write, without effect until {@link #confirmEffect}. */
    public final void recordWrite() {
        restartInterval();
        ineffectiveWrites++;
    }

    /** Restarts the interval after a check that wrote nothing, so that others come first. */
    public final void restartInterval() {
        lastWriteAt = ticker.nanos();
    }

    /** Confirms that all writes have taken effect. */
    public final void confirmEffect() {
        ineffectiveWrites = 0;
    }
}
