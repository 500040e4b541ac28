package dev.edgewise.scheduler.recovery;

import dev.edgewise.common.Backoff;
import dev.edgewise.common.time.Ticker;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The time of the leader's last write, and the number of writes without effect. For one thread. */
public class IneffectiveWriteBackoff {
    /** The maximum factor by which a rest grows. */
    private static final int LONGEST = 256;

    private final Ticker ticker;
    private @Nullable Long begunAt;
    private int unproven;

    public IneffectiveWriteBackoff(Ticker ticker) {
        this.ticker = ticker;
    }

    /** @param rest since the last write, doubled with each that came to nothing */
    public final boolean isDue(Duration rest) {
        Backoff rests = new Backoff(rest, rest.multipliedBy(LONGEST));
        return sinceWrite().compareTo(rests.after(unproven + 1)) >= 0;
    }

    /** Returns the time since the last write, very long if there was none. */
    public final Duration sinceWrite() {
        return begunAt == null ? Duration.ofSeconds(Long.MAX_VALUE) : ticker.since(begunAt);
    }

    /** Records a write, without effect until {@link #settle}. */
    public final void begin() {
        lookAt();
        unproven++;
    }

    /** Restarts the rest after a check that wrote nothing, so that others come first. */
    public final void lookAt() {
        begunAt = ticker.nanos();
    }

    /** Confirms that all writes have taken effect. */
    public final void settle() {
        unproven = 0;
    }
}
