package dev.edgewise.scheduler.plugins.reward;

import dev.edgewise.common.signal.reward.QuarantineStatus;
import dev.edgewise.common.signal.reward.Reward;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.signals.reward.RewardIndex;
import dev.edgewise.scheduler.signals.reward.RewardRow;
import dev.edgewise.scheduler.signals.reward.RewardsByNode;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rewards that concern one pod: of its type on a node, else of all pods on that node. Stale rewards are ignored.
 *
 * @param type of the pod
 * @param ofType what is known of pods of its type
 * @param ofAll what is known of all pods
 */
record LearnedRewards(String type, RewardRow ofType, RewardRow ofAll, Instant now) {
    /** Bonus over neutral for a node that was never tried: less than the reward of one that did well for long. */
    private static final double EXPLORATION = 0.4;

    private static final double NEUTRAL = 0.5;

    /** Maximum promise of a known node; below a node on probation, which is tried first. */
    private static final double BEST_KNOWN = 0.95;

    static LearnedRewards of(Pod pod, Snapshot snapshot) {
        RewardIndex rewards = snapshot.get(RewardIndex.FACT);
        String type = RewardPlugin.typeOf(pod);
        return new LearnedRewards(type, rewards.of(type), rewards.nodes(), snapshot.takenAt());
    }

    boolean isEmpty() {
        return ofType.isEmpty() && ofAll.isEmpty();
    }

    /** The valid reward of the type on the node; null if there is none. */
    @Nullable
    Reward own(String node) {
        return ofType.valid(node, now);
    }

    /**
     * Returns how promising each node is, 0..1: the reward of the type, else of all pods there, and the more beyond it
     * the less it rests on, as with an upper confidence bound (Auer et al., 2002). 0.9 for an unknown node, at most
     * 0.95 for one that is known, 1 for one on probation.
     */
    double[] promises(List<NodeState> nodes, Snapshot snapshot) {
        RewardsByNode typeTable = snapshot.rewards(ofType);
        RewardsByNode allTable = snapshot.rewards(ofAll);
        double[] promises = new double[nodes.size()];
        for (int i = 0; i < promises.length; i++) {
            NodeState node = nodes.get(i);
            int position = snapshot.positionOf(node);
            Reward own = typeTable.valid(node.name(), position, now);
            promises[i] = own != null && own.state() == QuarantineStatus.PROBATION
                    ? 1
                    : promise(own == null ? allTable.valid(node.name(), position, now) : own);
        }
        return promises;
    }

    private static double promise(@Nullable Reward known) {
        return known == null
                ? NEUTRAL + EXPLORATION
                : Math.min(BEST_KNOWN, known.value() + EXPLORATION * (1 - known.confidence()));
    }
}
