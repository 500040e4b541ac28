package dev.edgewise.scheduler.plugins.reward;

import dev.edgewise.common.PodTypeName;
import dev.edgewise.scheduler.framework.ClusterEvent;
import dev.edgewise.scheduler.framework.Filter;
import dev.edgewise.scheduler.framework.PreparedNodeFilter;
import dev.edgewise.scheduler.framework.Score;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.List;
import java.util.Set;

/**
 * Keeps pods off nodes where pods of their type failed, as reward-monitor learned: out of those in quarantine, one at a
 * time onto those on probation, and rather to others than to those with a low reward. Without a valid reward all nodes
 * are equal.
 */
public final class RewardPlugin implements Filter, Score {
    public static final String NAME = "Rewards";
    /** Reason why pods of a type are kept off a node. */
    public static final String IN_QUARANTINE = "node(s) were in quarantine as pods of this type failed there";

    /** The type that rewards know the pod by. */
    public static String typeOf(Pod pod) {
        return PodTypeName.of(
                pod.namespace(), pod.labels(), pod.workload(), pod.key().name());
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public PreparedNodeFilter prepare(Pod pod, Snapshot snapshot) {
        LearnedRewards rewards = LearnedRewards.of(pod, snapshot);
        return rewards.isEmpty() ? PreparedNodeFilter.PASS : new RewardCheck(rewards, snapshot);
    }

    /** A pod that leaves may have been the one on probation. */
    @Override
    public Set<ClusterEvent> eventsToRegister() {
        return Set.of(ClusterEvent.NODE_ADDED, ClusterEvent.REWARD_CHANGED, ClusterEvent.POD_REMOVED);
    }

    @Override
    public double[] score(Pod pod, Snapshot snapshot, List<NodeState> nodes) {
        LearnedRewards rewards = LearnedRewards.of(pod, snapshot);
        return rewards.isEmpty() ? NOTHING : rewards.promises(nodes, snapshot);
    }
}
