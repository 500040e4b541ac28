package dev.edgewise.scheduler.avoidance;

import dev.edgewise.common.PodType;
import dev.edgewise.common.signal.reward.Reward;
import dev.edgewise.common.signal.reward.RewardState;
import dev.edgewise.scheduler.cluster.Snapshot;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.reward.RewardIndex;
import dev.edgewise.scheduler.reward.RewardRow;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What was learned that concerns one pod: of its type on a node, else of all pods on that node. Stale rewards say nothing.
 *
 * @param type of the pod
 * @param ofType what is known of pods of its type
 * @param ofAll what is known of all pods
 */
record LearnedRewards(String type, RewardRow ofType, RewardRow ofAll, Instant now) {
    /** How much better than the middle a node may turn out that nobody has tried: less than a node that did well for long. */
    private static final double BENEFIT_OF_DOUBT = 0.4;

    private static final double NEUTRAL = 0.5;
    /** Whatever did well leaves a trial the first place. */
    private static final double BEST_KNOWN = 0.95;

    static LearnedRewards of(Pod pod, Snapshot snapshot) {
        RewardIndex rewards = snapshot.signals().rewards();
        String type = typeOf(pod);
        return new LearnedRewards(type, rewards.of(type), rewards.nodes(), snapshot.takenAt());
    }

    static String typeOf(Pod pod) {
        return PodType.of(
                pod.namespace(), pod.labels(), pod.workload(), pod.key().name());
    }

    boolean isEmpty() {
        return ofType.isEmpty() && ofAll.isEmpty();
    }

    /** Whether pods of the type may go to the node. */
    RewardState state(String node) {
        Reward reward = ofType.valid(node, now);
        return reward == null ? RewardState.OPEN : reward.state();
    }

    /** The valid reward of the type on the node, else of all pods there; null if there is neither. */
    @Nullable
    Reward best(String node) {
        Reward own = ofType.valid(node, now);
        return own == null ? ofAll.valid(node, now) : own;
    }

    /**
     * How promising the node is, 0..1: the value, and the more beyond it the less it rests on, as with an upper confidence bound (Auer et al.,
     * 2002). 0.9 for a node nobody knows, at most 0.95 for one that is known, 1 for
     * one that waits for a trial.
     */
    double promise(String node) {
        if (state(node) == RewardState.PROBATION) {
            return 1;
        }
        Reward reward = best(node);
        return reward == null
                ? NEUTRAL + BENEFIT_OF_DOUBT
                : Math.min(BEST_KNOWN, reward.value() + BENEFIT_OF_DOUBT * (1 - reward.confidence()));
    }
}
