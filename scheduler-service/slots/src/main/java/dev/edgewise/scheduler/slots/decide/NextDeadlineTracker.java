package dev.edgewise.scheduler.slots.decide;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Compares moments with now, and keeps the next one that is still to come. */
final class NextDeadlineTracker {
    private final Instant now;
    private @Nullable Instant next;

    NextDeadlineTracker(Instant now) {
        this.now = now;
    }

    /** Returns whether so much time has passed since then; if not, it is decided again when it has. */
    boolean hasPassed(Instant since, Duration bound) {
        return hasCome(since.plus(bound));
    }

    /** Returns whether the moment has come; if not, it is decided again when it comes. */
    boolean hasCome(Instant moment) {
        if (!moment.isAfter(now)) {
            return true;
        }
        if (next == null || moment.isBefore(next)) {
            next = moment;
        }
        return false;
    }

    /** Returns the next moment that is to come; null if there is none. */
    @Nullable
    Instant next() {
        return next;
    }
}
