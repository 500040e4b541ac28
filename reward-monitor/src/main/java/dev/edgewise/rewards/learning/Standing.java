package dev.edgewise.rewards.learning;

import dev.edgewise.common.signal.reward.RewardState;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Whether pods of a type may go to a node, and what that goes by.
 *
 * @param since when the state began
 * @param until when the quarantine ends; null unless there is one
 * @param strikes quarantines in a row without a heal in between, 0 or more
 * @param failed when the last failure was; null: none
 * @param failedAfter mean time that failed lives had lasted, in ms, 0 or more
 * @param healthy time of lives that began after the last failure and have ended, in ms, 0 or more
 */
public record Standing(
        RewardState state,
        Instant since,
        @Nullable Instant until,
        int strikes,
        @Nullable Instant failed,
        long failedAfter,
        long healthy) {
    static Standing fresh(Instant now) {
        return new Standing(RewardState.OPEN, now, null, 0, null, 0, 0);
    }
}
