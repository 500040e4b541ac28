package dev.edgewise.scheduler.nodes;

import dev.edgewise.common.signal.reward.Reward;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * The reward of pods of all types on a node.
 *
 * @param value 0, all fail, to 1, none fails
 * @param samples outcomes that it rests on; old ones count less
 * @param confidence 0..1
 * @param age as ISO-8601 duration in whole seconds
 * @param fresh whether decisions rely on it: it is not past its validity
 */
record RewardResponse(double value, double samples, double confidence, String age, boolean fresh) {
    /** Null if nothing is known. */
    static @Nullable RewardResponse of(@Nullable Reward reward, Instant now) {
        if (reward == null) {
            return null;
        }
        String age = reward.observed().age(now).truncatedTo(ChronoUnit.SECONDS).toString();
        boolean fresh = !reward.observed().staleAt(now);
        return new RewardResponse(reward.value(), reward.samples(), reward.confidence(), age, fresh);
    }
}
