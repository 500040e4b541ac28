package dev.edgewise.scheduler.cycle;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.model.Pod;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.random.RandomGenerator;

/**
 * Settles which of several schedulers decides that work for the same pods, by mistake: none of them sees what the others are
 * about to bind, so that together they would overcommit nodes. All it goes by is that pods of ours which waited were bound by
 * another: only who may create bindings can cause that. As on a shared wire, who notices pauses for a random time; whoever
 * pauses longer sees the other bind meanwhile, and stands back until it stops. Safe for many threads.
 */
public final class SchedulerConflictDetector {
    /** This many bindings within {@link #NOTICED_WITHIN} are no accident, such as a pod that somebody bound by hand. */
    private static final int ENOUGH = 3;

    private static final Duration NOTICED_WITHIN = Duration.ofSeconds(10);
    /** What the other had under way when it noticed as well is seen by then. */
    private static final Duration SETTLED_AFTER = Duration.ofSeconds(1);
    /** The pauses differ by up to this; far more than a binding takes to be seen. */
    private static final Duration SPREAD = Duration.ofSeconds(2);
    /** One that binds nothing for so long is gone, or has nothing to do. */
    private static final Duration QUIET_FOR = Duration.ofSeconds(15);

    /** What this scheduler does about a binding by another. */
    public enum Reaction {
        /** Too few to do anything about. */
        NONE,
        /** It pauses, to see whether the other does as well. */
        PAUSES,
        /** It stands back, as the other still binds. */
        STANDS_BACK
    }

    private final Ticker ticker;
    private final RandomGenerator random;
    private final Deque<Long> noticed = new ArrayDeque<>();
    private long settledAt;
    private volatile long resumesAt;

    public SchedulerConflictDetector(Ticker ticker, RandomGenerator random) {
        this.ticker = ticker;
        this.random = random;
        this.resumesAt = ticker.nanos();
    }

    /** Takes note of a pod of ours that another bound while this one was deciding. */
    public synchronized Reaction boundByAnother() {
        long now = ticker.nanos();
        if (now < resumesAt) {
            return now < settledAt ? Reaction.PAUSES : standBack(now);
        }
        noticed.add(now);
        noticed.removeIf(earlier -> now - earlier > NOTICED_WITHIN.toNanos());
        return noticed.size() < ENOUGH ? Reaction.NONE : pause(now);
    }

    /** Whether this one decides nothing for now. */
    public boolean standsBack() {
        return ticker.nanos() < resumesAt;
    }

    private Reaction pause(long now) {
        noticed.clear();
        settledAt = now + SETTLED_AFTER.toNanos();
        resumesAt = settledAt + spread();
        return Reaction.PAUSES;
    }

    private Reaction standBack(long now) {
        resumesAt = now + QUIET_FOR.toNanos() + spread();
        return Reaction.STANDS_BACK;
    }

    private long spread() {
        return random.nextLong(SPREAD.toNanos());
    }

    /** Learns of each pod that was ours to bind and was bound by another. Must not block. */
    @FunctionalInterface
    public interface ConflictListener {
        ConflictListener NONE = bound -> {};

        void boundByAnother(Pod bound);
    }
}
