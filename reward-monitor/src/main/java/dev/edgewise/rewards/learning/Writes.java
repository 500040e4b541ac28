package dev.edgewise.rewards.learning;

import dev.edgewise.common.signal.reward.Reward;
import dev.edgewise.common.signal.reward.RewardRows;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Collects what must be written. */
final class Writes {
    private final Map<String, Map<String, Optional<TypeNodeLedger>>> ledgers = new HashMap<>();
    private final Map<String, Map<String, Optional<Reward>>> rewards = new HashMap<>();

    void ledger(Cell cell, TypeNodeLedger ledger) {
        ledgers.computeIfAbsent(cell.type.name, type -> new HashMap<>()).put(cell.node.name, Optional.of(ledger));
    }

    void reward(String row, String field, Optional<Reward> reward) {
        rewards.computeIfAbsent(row, name -> new HashMap<>()).put(field, reward);
    }

    void gone(Cell cell) {
        if (cell.isStored) {
            ledgers.computeIfAbsent(cell.type.name, type -> new HashMap<>()).put(cell.node.name, Optional.empty());
        }
        reward(RewardRows.ofType(cell.type.name), cell.node.name, Optional.empty());
    }

    Changes changes(boolean isMore) {
        return new Changes(ledgers, rewards, isMore);
    }
}
