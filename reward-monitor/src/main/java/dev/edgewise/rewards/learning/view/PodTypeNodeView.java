package dev.edgewise.rewards.learning.view;

import dev.edgewise.common.signal.reward.Reward;
import dev.edgewise.rewards.learning.ledger.RecordedOutcome;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A view of a type on a node.
 *
 * @param reward reward as it is published
 * @param observed mean of the outcomes that were counted here, 0..1, without what other nodes and types suggest; null:
 *     none was counted
 * @param until end of the quarantine; null unless there is one
 * @param runs number of containers of the type that run there now
 * @param failures number of outcomes below 0.5 that were counted since it was learned or forgotten
 * @param pin value that operators set; null: none
 * @param pinnedUntil end of the pin; null: it has none, or there is no pin
 * @param why reason for the state and value, one sentence for people
 * @param outcomes recorded outcomes behind the value, newest first; bounded
 */
public record PodTypeNodeView(
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
        List<RecordedOutcome> outcomes) {}
