package dev.edgewise.rewards.learning.rounds;

import dev.edgewise.common.signal.reward.Reward;
import dev.edgewise.rewards.learning.ledger.PodTypeNodeLedger;
import java.util.Map;
import java.util.Optional;

/**
 * The ledgers and rewards that are to be written. An empty one is to be removed.
 *
 * @param ledgers ledgers by type, then node
 * @param rewards rewards by row ({@link dev.edgewise.common.signal.reward.RewardRowNames}), then field
 * @param hasMore whether these are a part of what is due: the next step has more now
 */
public record LearnerChanges(
        Map<String, Map<String, Optional<PodTypeNodeLedger>>> ledgers,
        Map<String, Map<String, Optional<Reward>>> rewards,
        boolean hasMore) {
    public boolean isEmpty() {
        return ledgers.isEmpty() && rewards.isEmpty();
    }
}
