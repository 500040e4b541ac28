package dev.edgewise.rewards.learning;

import dev.edgewise.common.signal.reward.RewardState;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Whether pods of a type may go to a node, and what that goes by. Moments are in ms since the epoch, 0 for none.
 *
 * @param since when the state began
 * @param until when the quarantine ends; 0 unless there is one
 * @param strikes quarantines in a row without a heal in between, 0 or more
 * @param failed when the last failure was
 * @param failedAfter mean time that failed lives had lasted, in ms, 0 or more
 * @param healthy time of lives that began after the last failure and have ended, in ms, 0 or more
 */
public record Standing(
        RewardState state, long since, long until, int strikes, long failed, long failedAfter, long healthy) {
    /** Kubelets tell times in whole seconds. */
    private static final long SECOND = 1_000;

    static Standing open(long now) {
        return new Standing(RewardState.OPEN, now, 0, 0, 0, 0, 0);
    }

    /** When the quarantine ends; null unless there is one. */
    public @Nullable Instant ends() {
        return state == RewardState.QUARANTINED ? Instant.ofEpochMilli(until) : null;
    }

    boolean isOpen() {
        return state == RewardState.OPEN;
    }

    /** A life failed; the mean goes half way to its time. */
    Standing afterFailure(long began, long at) {
        long lasted = at - began;
        long mean = failed == 0 ? lasted : (failedAfter + lasted) / 2;
        return new Standing(state, since, until, strikes, Math.max(failed, at), mean, 0);
    }

    /** A life ended without failure; it shows something only if it began after the last failure. */
    Standing afterLife(long began, long at) {
        return failed == 0 || began < failed - SECOND
                ? this
                : new Standing(state, since, until, strikes, failed, failedAfter, healthy + at - began);
    }

    Standing closed(long now, long end) {
        return new Standing(RewardState.QUARANTINED, now, end, strikes + 1, failed, failedAfter, healthy);
    }

    /** As of a clock that may have been set back. @param longest how long a quarantine may last, in ms */
    Standing noLaterThan(long now, long longest) {
        return new Standing(
                state,
                Math.min(since, now),
                Math.min(until, now + longest),
                strikes,
                Math.min(failed, now),
                failedAfter,
                healthy);
    }

    Standing onProbation(long now) {
        return new Standing(RewardState.PROBATION, now, 0, strikes, failed, failedAfter, healthy);
    }
}
