package dev.edgewise.common.signal.publish;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The delay of a standby before it takes a free lock, so that the process that wrote last can take it again. For one
 * thread at a time.
 */
final class TakeoverDelay {
    /** Usual delay: longer than the time until the current writer checks the lock again. */
    private static final Duration USUAL = LockedWriterElection.RENEWED.plus(LockedWriterElection.LOOKS);
    /** The writer's client may pause for 30 s between two attempts to reach a store after a long outage. */
    private static final Duration AFTER_OUTAGE = Duration.ofSeconds(30).plus(USUAL);

    private Duration length = USUAL;
    private @Nullable ClockReading since;

    /** Returns whether the lock, which is free now, has been free for long enough. */
    boolean isOver(ClockReading now) {
        ClockReading begin = since == null ? now : since;
        since = begin;
        return begin.isPast(length, now);
    }

    /** Ends the wait: another process holds the lock, or may take it. */
    void end() {
        since = null;
        length = USUAL;
    }

    /** Notes that the state of the lock is unknown: it may be lost. */
    void storeIsAway() {
        since = null;
        length = AFTER_OUTAGE;
    }
}
