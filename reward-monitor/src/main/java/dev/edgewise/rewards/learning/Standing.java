package dev.edgewise.rewards.learning;

import dev.edgewise.common.signal.reward.RewardState;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Whether pods of a type may go to a node, and what that goes by. Moments are in ms since the epoch, 0 for none.
 *
 * @param since when the state began
 * @param until when the quarantine ends; 0 unless there is one
 * @param failures those that were lately
 */
public record Standing(RewardState state, Instant since, long until, Failures failures) {
    /** Kubelets tell times in whole seconds. */
    private static final long SECOND = 1_000;

    /**
     * How lives failed, and lasted since; of most types and nodes there are none.
     *
     * @param strikes quarantines in a row without a heal in between, 0 or more
     * @param last when the last failure was
     * @param after mean time that failed lives had lasted, in ms, 0 or more
     * @param healthy time of lives that began after the last failure and have ended, in ms, 0 or more
     */
    public record Failures(int strikes, long last, long after, long healthy) {
        static final Failures NONE = new Failures(0, 0, 0, 0);
    }

    static Standing open(long now) {
        return new Standing(RewardState.OPEN, Instant.ofEpochMilli(now), 0, Failures.NONE);
    }

    /** When the quarantine ends; null unless there is one. */
    public @Nullable Instant ends() {
        return state == RewardState.QUARANTINED ? Instant.ofEpochMilli(until) : null;
    }

    boolean isOpen() {
        return state == RewardState.OPEN;
    }

    long sinceMillis() {
        return since.toEpochMilli();
    }

    int strikes() {
        return failures.strikes();
    }

    long failed() {
        return failures.last();
    }

    long failedAfter() {
        return failures.after();
    }

    long healthy() {
        return failures.healthy();
    }

    /** A life failed; the mean goes half way to its time. */
    Standing afterFailure(long began, long at) {
        long lasted = at - began;
        long mean = failed() == 0 ? lasted : (failedAfter() + lasted) / 2;
        return new Standing(state, since, until, new Failures(strikes(), Math.max(failed(), at), mean, 0));
    }

    /** A life ended without failure; it shows something only if it began after the last failure. */
    Standing afterLife(long began, long at) {
        return failed() == 0 || began < failed() - SECOND
                ? this
                : new Standing(
                        state, since, until, new Failures(strikes(), failed(), failedAfter(), healthy() + at - began));
    }

    Standing closed(long now, long end) {
        Failures more = new Failures(strikes() + 1, failed(), failedAfter(), healthy());
        return new Standing(RewardState.QUARANTINED, Instant.ofEpochMilli(now), end, more);
    }

    /** As of a clock that may have been set back. @param longest how long a quarantine may last, in ms */
    Standing noLaterThan(long now, long longest) {
        return new Standing(
                state,
                sinceMillis() <= now ? since : Instant.ofEpochMilli(now),
                Math.min(until, now + longest),
                failed() <= now ? failures : new Failures(strikes(), now, failedAfter(), healthy()));
    }

    Standing onProbation(long now) {
        return new Standing(RewardState.PROBATION, Instant.ofEpochMilli(now), 0, failures);
    }
}
