package dev.edgewise.scheduler.signals.reward;

import dev.edgewise.common.signal.reward.QuarantineStatus;
import dev.edgewise.common.signal.reward.Reward;
import dev.edgewise.common.signal.reward.RewardRowNames;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The rewards of the nodes, for one type of pods or for all. Immutable. */
public final class RewardRow {
    static final RewardRow EMPTY = new RewardRow(Map.of());

    private final Map<String, Reward> byNode;
    private final Map<String, QuarantineStatus> restricted;
    private final Coverage coverage;

    /**
     * The numbers of known nodes, valid or not.
     *
     * @param oldest when the oldest of the rewards was observed
     * @param until when the first of them becomes stale
     */
    public record Coverage(int nodes, int quarantined, int onProbation, Instant oldest, Instant until) {}

    /** @param byNode not to be changed any more */
    private RewardRow(Map<String, Reward> byNode) {
        this.byNode = byNode;
        Map<String, QuarantineStatus> states = new HashMap<>();
        byNode.forEach((node, reward) -> {
            if (reward.state() != QuarantineStatus.OPEN) {
                states.put(node, reward.state());
            }
        });
        this.restricted = states;
        this.coverage = coverage(byNode, states);
    }

    private static Coverage coverage(Map<String, Reward> byNode, Map<String, QuarantineStatus> states) {
        int quarantined = Collections.frequency(states.values(), QuarantineStatus.QUARANTINED);
        Instant oldest = Instant.MAX;
        Instant until = Instant.MAX;
        for (Reward reward : byNode.values()) {
            Instant at = reward.observed().at();
            Instant end = at.plus(reward.observed().validFor());
            oldest = at.isBefore(oldest) ? at : oldest;
            until = end.isBefore(until) ? end : until;
        }
        return new Coverage(byNode.size(), quarantined, states.size() - quarantined, oldest, until);
    }

    /** @param rewards by node; what is said of all nodes together is left out */
    static RewardRow of(Map<String, Reward> rewards) {
        Map<String, Reward> byNode = new HashMap<>(rewards);
        byNode.remove(RewardRowNames.ALL);
        // Not Map.copyOf, here and above: it puts colliding names into the next places, where names that are numbered
        // through meet in
        // long runs.
        return byNode.isEmpty() ? EMPTY : new RewardRow(byNode);
    }

    /** The node's reward; null if there is none, or none that is valid at that moment. */
    public @Nullable Reward valid(String node, Instant now) {
        Reward reward = byNode.get(node);
        return reward != null && isValid(reward, now) ? reward : null;
    }

    /** Returns whether a reward of this row is valid at that moment. */
    boolean isValid(Reward reward, Instant now) {
        return !now.isAfter(coverage.until()) || !reward.observed().staleAt(now);
    }

    /** The node's reward, stale or not; null if there is none. */
    public @Nullable Reward of(String node) {
        return byNode.get(node);
    }

    /** The nodes in quarantine whose reward is valid at that moment. */
    Set<String> quarantined(Instant now) {
        return restricted.entrySet().stream()
                .filter(each -> each.getValue() == QuarantineStatus.QUARANTINED && valid(each.getKey(), now) != null)
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    public Coverage coverage() {
        return coverage;
    }

    public boolean isEmpty() {
        return byNode.isEmpty();
    }

    /** Returns whether any node is closed, or open for a trial only, whether that is still valid or not. */
    public boolean restrictsAny() {
        return !restricted.isEmpty();
    }

    /** The nodes that are closed, or open for a trial only, whether that is still valid or not. */
    Set<String> restricted() {
        return restricted.keySet();
    }

    /** Returns the restricted nodes, as far as that is valid at that moment. */
    Set<String> restricted(Instant now) {
        return restricted.keySet().stream()
                .filter(node -> valid(node, now) != null)
                .collect(Collectors.toSet());
    }

    boolean restrictsAs(RewardRow other) {
        return restricted.equals(other.restricted);
    }
}
