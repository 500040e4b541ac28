package dev.edgewise.rewards.learning.rounds;

import dev.edgewise.common.signal.reward.Reward;
import dev.edgewise.common.signal.reward.RewardRowNames;
import dev.edgewise.rewards.learning.ledger.PodTypeNodeLedger;
import dev.edgewise.rewards.learning.state.PodTypeNodeState;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Collects the ledgers and rewards that must be written. */
final class PendingWrites {
    private final Map<String, Map<String, Optional<PodTypeNodeLedger>>> ledgers = new HashMap<>();
    private final Map<String, Map<String, Optional<Reward>>> rewards = new HashMap<>();

    /** Adds the ledger of a type on a node. */
    void ledger(PodTypeNodeState of) {
        ledger(of, Optional.of(of.write()));
    }

    private void ledger(PodTypeNodeState of, Optional<PodTypeNodeLedger> ledger) {
        ledgers.computeIfAbsent(of.type().name(), type -> new HashMap<>())
                .put(of.node().name(), ledger);
    }

    /** Adds a reward; an empty one is to be removed. */
    void reward(String row, String field, Optional<Reward> reward) {
        rewards.computeIfAbsent(row, name -> new HashMap<>()).put(field, reward);
    }

    /** Adds the removal of a type on a node. */
    void removed(PodTypeNodeState removed) {
        if (removed.isStored()) {
            ledger(removed, Optional.empty());
        }
        reward(RewardRowNames.ofType(removed.type().name()), removed.node().name(), Optional.empty());
    }

    LearnerChanges changes(boolean hasMore) {
        return new LearnerChanges(ledgers, rewards, hasMore);
    }
}
