package dev.edgewise.scheduler.cycle;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.model.Pod;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.random.RandomGenerator;

/**
 * Resolves conflicts between several schedulers that decide the same pods by mistake: none of them sees what the others
 * are about to bind, so that together they would overcommit nodes. The only evidence is that waiting pods of ours were
 * bound by another scheduler; only clients with the right to create bindings can cause that. As on a shared wire, a
 * scheduler that notices a conflict pauses for a random time; the one with the longer pause sees the other bind
 * meanwhile, and stays paused until that stops. Thread-safe.
 */
public final class SchedulerConflictDetector {
    /** This many bindings within {@link #CONFLICT_WINDOW} are no accident, such as a pod that was bound by hand. */
    private static final int CONFLICT_BINDINGS = 3;

    private static final Duration CONFLICT_WINDOW = Duration.ofSeconds(10);
    /** Time after which bindings that the other scheduler had under way are seen. */
    private static final Duration SETTLING_TIME = Duration.ofSeconds(1);
    /** The pauses differ by up to this; far more than a binding takes to be seen. */
    private static final Duration PAUSE_JITTER = Duration.ofSeconds(2);
    /** Time without bindings after which the other scheduler counts as gone or idle. */
    private static final Duration IDLE_AFTER = Duration.ofSeconds(15);

    /** The reaction of this scheduler to a binding by another. */
    public enum Reaction {
        /** Does nothing: the bindings are too few. */
        NONE,
        /** Pauses, to see whether the other scheduler does as well. */
        PAUSES,
        /** Stays paused, as the other scheduler still binds. */
        DEFERS
    }

    private final Ticker ticker;
    private final RandomGenerator random;
    private final Deque<Long> foreignBindings = new ArrayDeque<>();
    private long settledAt;
    private volatile long resumesAt;

    public SchedulerConflictDetector(Ticker ticker, RandomGenerator random) {
        this.ticker = ticker;
        this.random = random;
        this.resumesAt = ticker.nanos();
    }

    /** Notes a pod of ours that another scheduler bound while this one was deciding. */
    public synchronized Reaction boundByAnother() {
        long now = ticker.nanos();
        if (now < resumesAt) {
            return now < settledAt ? Reaction.PAUSES : deferToOther(now);
        }
        foreignBindings.add(now);
        foreignBindings.removeIf(earlier -> now - earlier > CONFLICT_WINDOW.toNanos());
        return foreignBindings.size() < CONFLICT_BINDINGS ? Reaction.NONE : pause(now);
    }

    /** Returns whether this one decides nothing for now. */
    public boolean isPaused() {
        return ticker.nanos() < resumesAt;
    }

    private Reaction pause(long now) {
        foreignBindings.clear();
        settledAt = now + SETTLING_TIME.toNanos();
        resumesAt = settledAt + jitter();
        return Reaction.PAUSES;
    }

    private Reaction deferToOther(long now) {
        resumesAt = now + IDLE_AFTER.toNanos() + jitter();
        return Reaction.DEFERS;
    }

    private long jitter() {
        return random.nextLong(PAUSE_JITTER.toNanos());
    }

    /** Receives each pod that was ours to bind and was bound by another scheduler. Must not block. */
    @FunctionalInterface
    public interface ConflictListener {
        ConflictListener NONE = bound -> {};

        void boundByAnother(Pod bound);
    }
}
