package dev.edgewise.rewards.learning.ledger;

import dev.edgewise.common.signal.reward.QuarantineStatus;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The state of a node for a type of pods: whether they may go there, and the failures by which that is decided. Times
 * are in ms since the epoch, 0 for none.
 *
 * @param since when the state began
 * @param until when the quarantine ends; 0 unless there is one
 * @param failures the recent failures
 */
public record QuarantineState(QuarantineStatus state, Instant since, long until, Failures failures) {
    /** Kubelets report times in whole seconds. */
    private static final long SECOND = 1_000;

    /**
     * The recent failures, and the lives after them; most types and nodes have none.
     *
     * @param strikes quarantines in a row without a recovery in between, 0 or more
     * @param last time of the last failure
     * @param after mean time after which lives failed, in ms, 0 or more
     * @param healthy time of lives that began after the last failure and have ended, in ms, 0 or more
     */
    public record Failures(int strikes, long last, long after, long healthy) {
        static final Failures NONE = new Failures(0, 0, 0, 0);
    }

    /** Returns the state of a node that is open, without failures. */
    public static QuarantineState open(long now) {
        return new QuarantineState(QuarantineStatus.OPEN, Instant.ofEpochMilli(now), 0, Failures.NONE);
    }

    /** The end of the quarantine; null unless there is one. */
    public @Nullable Instant ends() {
        return state == QuarantineStatus.QUARANTINED ? Instant.ofEpochMilli(until) : null;
    }

    public boolean isOpen() {
        return state == QuarantineStatus.OPEN;
    }

    public long sinceMillis() {
        return since.toEpochMilli();
    }

    public int strikes() {
        return failures.strikes();
    }

    /** The time of the last failure. */
    public long failed() {
        return failures.last();
    }

    public long failedAfter() {
        return failures.after();
    }

    public long healthy() {
        return failures.healthy();
    }

    /** Adds a life that failed; the mean moves half way to its time. */
    public QuarantineState afterFailure(long began, long at) {
        long lasted = at - began;
        long mean = failed() == 0 ? lasted : (failedAfter() + lasted) / 2;
        return new QuarantineState(state, since, until, new Failures(strikes(), Math.max(failed(), at), mean, 0));
    }

    /** Adds a life that ended without failure; it counts only if it began after the last failure. */
    public QuarantineState afterLife(long began, long at) {
        return failed() == 0 || began < failed() - SECOND
                ? this
                : new QuarantineState(
                        state, since, until, new Failures(strikes(), failed(), failedAfter(), healthy() + at - began));
    }

    /** Returns the quarantine that follows, with one more strike. */
    public QuarantineState closed(long now, long end) {
        Failures more = new Failures(strikes() + 1, failed(), failedAfter(), healthy());
        return new QuarantineState(QuarantineStatus.QUARANTINED, Instant.ofEpochMilli(now), end, more);
    }

    /**
     * Returns the state with no time after this moment, as the clock may have been set back. @param longest length of
     * the longest quarantine, in ms
     */
    public QuarantineState noLaterThan(long now, long longest) {
        return new QuarantineState(
                state,
                sinceMillis() <= now ? since : Instant.ofEpochMilli(now),
                Math.min(until, now + longest),
                failed() <= now ? failures : new Failures(strikes(), now, failedAfter(), healthy()));
    }

    /** Returns the probation that follows: a pod may try the node. */
    public QuarantineState onProbation(long now) {
        return new QuarantineState(QuarantineStatus.PROBATION, Instant.ofEpochMilli(now), 0, failures);
    }
}
