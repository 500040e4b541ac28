package dev.edgewise.rewards.learning;

import dev.edgewise.common.signal.reward.Reward;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a type on a node.
 *
 * @param reward as it is published
 * @param observed mean of the outcomes that were counted here, 0..1, without what other nodes and types suggest; null: none was counted
 * @param until when the quarantine ends; null unless there is one
 * @param runs containers of the type that run there now
 * @param failures how many outcomes below 0.5 were counted since it was learned or forgotten
 * @param pin the value that people set; null: none
 * @param pinnedUntil null: for good, or not at all
 * @param why one sentence for people: why the state and value are what they are
 * @param outcomes behind the value, newest first; bounded
 */
public record CellView(
        String type,
        String node,
        Reward reward,
        @Nullable Double observed,
        @Nullable Instant until,
        int runs,
        long failures,
        @Nullable Double pin,
        @Nullable Instant pinnedUntil,
        String why,
        List<OutcomeView> outcomes) {}
