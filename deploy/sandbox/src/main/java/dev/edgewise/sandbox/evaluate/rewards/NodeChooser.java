package dev.edgewise.sandbox.evaluate.rewards;

import dev.edgewise.common.signal.reward.QuarantineStatus;
import dev.edgewise.common.signal.reward.Reward;
import dev.edgewise.common.signal.reward.RewardRowNames;
import dev.edgewise.rewards.learning.rounds.LearnerChanges;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Places pods as the profile {@code edgewise} of scheduler-service does, as far as rewards and free room go: what is in
 * quarantine is left out, on probation one pod at a time may try, and the score is ten times the promise of the reward
 * plus the share of free room; ties at random. Without learning only the room is left.
 */
final class NodeChooser {
    private static final double REWARD_WEIGHT = 10;
    private static final double BENEFIT_OF_DOUBT = 0.4;
    private static final double UNKNOWN = 0.9;
    private static final double BEST_KNOWN = 0.95;

    private final Map<String, Map<String, Reward>> rewards = new HashMap<>();
    private final SimulatedCluster cluster;
    private final boolean learns;
    private final Random random;

    NodeChooser(SimulatedCluster cluster, boolean learns, long seed) {
        this.cluster = cluster;
        this.learns = learns;
        this.random = new Random(seed * 31 + 17);
    }

    void apply(LearnerChanges changes) {
        changes.rewards().forEach((row, fields) -> {
            Map<String, Reward> known = rewards.computeIfAbsent(row, name -> new HashMap<>());
            fields.forEach((field, reward) ->
                    reward.ifPresentOrElse(value -> known.put(field, value), () -> known.remove(field)));
        });
    }

    /** The node for a pod of a kind; -1 if there is none. */
    int choose(SimulatedPodType kind) {
        Map<String, Reward> own = rewards.getOrDefault(RewardRowNames.ofType(kind.type()), Map.of());
        Map<String, Reward> all = rewards.getOrDefault(RewardRowNames.NODES, Map.of());
        int best = -1;
        double most = -1;
        int ties = 0;
        for (int node = 0; node < cluster.size(); node++) {
            String name = SimulatedCluster.name(node);
            Reward reward = own.get(name);
            if (cluster.freeShare(node) == 0 || (learns && isClosed(kind, node, reward))) {
                continue;
            }
            double score = cluster.freeShare(node);
            score += learns ? REWARD_WEIGHT * promise(reward == null ? all.get(name) : reward) : 0;
            ties = score == most ? ties + 1 : score > most ? 1 : ties;
            if (score > most || (score == most && random.nextInt(ties) == 0)) {
                best = node;
                most = score;
            }
        }
        return best;
    }

    private boolean isClosed(SimulatedPodType kind, int node, @Nullable Reward reward) {
        if (reward == null || reward.state() == QuarantineStatus.OPEN) {
            return false;
        }
        return reward.state() == QuarantineStatus.QUARANTINED
                || cluster.hasPodSince(kind, node, reward.since().getEpochSecond());
    }

    /** Whether a pod of the kind may go there. */
    QuarantineStatus state(SimulatedPodType kind, int node) {
        Reward reward = rewards.getOrDefault(RewardRowNames.ofType(kind.type()), Map.of())
                .get(SimulatedCluster.name(node));
        return reward == null ? QuarantineStatus.OPEN : reward.state();
    }

    private static double promise(@Nullable Reward reward) {
        if (reward == null) {
            return UNKNOWN;
        }
        return reward.state() == QuarantineStatus.PROBATION
                ? 1
                : Math.min(BEST_KNOWN, reward.value() + BENEFIT_OF_DOUBT * (1 - reward.confidence()));
    }
}
