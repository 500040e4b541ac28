package dev.edgewise.scheduler.signals.reward;

import dev.edgewise.common.signal.reward.Reward;
import dev.edgewise.common.signal.reward.RewardRowNames;
import dev.edgewise.scheduler.facts.FactKey;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.pcollections.HashTreePMap;
import org.pcollections.PMap;

/** All rewards, by type of pods. Immutable; a row changes as a whole. */
public final class RewardIndex {
    public static final RewardIndex EMPTY = new RewardIndex(HashTreePMap.empty(), RewardRow.EMPTY, 0);
    /** Rewards of a deleted node stay until reward-monitor removes them. */
    public static final FactKey<RewardIndex> FACT = FactKey.of("rewards", EMPTY);

    private final PMap<String, RewardRow> types;
    private final RewardRow nodes;
    /** Counts how often a restriction came or went. */
    private final long restrictions;

    private RewardIndex(PMap<String, RewardRow> types, RewardRow nodes, long restrictions) {
        this.types = types;
        this.nodes = nodes;
        this.restrictions = restrictions;
    }

    /**
     * This index with a row as it is now.
     *
     * @param row its name, as {@link RewardRowNames} has it
     * @param rewards by node; empty if the row is gone
     */
    public RewardIndex with(String row, Map<String, Reward> rewards) {
        RewardRow changed = RewardRow.of(rewards);
        Optional<String> type = RewardRowNames.type(row);
        if (type.isEmpty()) {
            return row.equals(RewardRowNames.NODES) ? new RewardIndex(types, changed, restrictions) : this;
        }
        long counted = changed.restrictsAs(of(type.get())) ? restrictions : restrictions + 1;
        PMap<String, RewardRow> others = changed.isEmpty() ? types.minus(type.get()) : types.plus(type.get(), changed);
        return new RewardIndex(others, nodes, counted);
    }

    /** Returns the rewards of pods of that type. */
    public RewardRow of(String type) {
        return types.getOrDefault(type, RewardRow.EMPTY);
    }

    /** Returns the rewards of pods of all types. */
    public RewardRow nodes() {
        return nodes;
    }

    /** Returns the types that each node is in quarantine for, as far as that is valid at that moment. */
    public Map<String, Set<String>> quarantines(Instant now) {
        Map<String, Set<String>> types = new HashMap<>();
        this.types.forEach((type, row) -> row.quarantined(now)
                .forEach(node ->
                        types.computeIfAbsent(node, first -> new HashSet<>()).add(type)));
        return types;
    }

    /**
     * Returns the nodes that are closed for each type, or open for a trial only, as far as that is valid at that
     * moment.
     */
    public Map<String, Set<String>> restricted(Instant now) {
        Map<String, Set<String>> restricted = new HashMap<>();
        types.forEach((type, row) -> {
            Set<String> nodes = row.restrictsAny() ? row.restricted(now) : Set.of();
            if (!nodes.isEmpty()) {
                restricted.put(type, nodes);
            }
        });
        return restricted;
    }

    public boolean isEmpty() {
        return types.isEmpty() && nodes.isEmpty();
    }

    /** Returns whether both restrict the same nodes for the same types; for an index and one that became of it. */
    public boolean restrictsAs(RewardIndex other) {
        return restrictions == other.restrictions;
    }
}
