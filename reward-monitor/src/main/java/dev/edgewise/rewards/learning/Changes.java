package dev.edgewise.rewards.learning;

import dev.edgewise.common.signal.reward.Reward;
import java.util.Map;
import java.util.Optional;

/**
 * What is to be written: type, then node, to its ledger; row ({@link dev.edgewise.common.signal.reward.RewardRows}), then field, to its
 * reward. Empty: it is to be removed.
 *
 * @param isMore whether these are a part of what is due: the next step has more now
 */
public record Changes(
        Map<String, Map<String, Optional<TypeNodeLedger>>> ledgers,
        Map<String, Map<String, Optional<Reward>>> rewards,
        boolean isMore) {
    public boolean isEmpty() {
        return ledgers.isEmpty() && rewards.isEmpty();
    }
}
