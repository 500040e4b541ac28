package dev.edgewise.scheduler.plugins.reward;

import dev.edgewise.common.signal.reward.Reward;
import dev.edgewise.scheduler.framework.PreparedNodeFilter;
import dev.edgewise.scheduler.framework.Rejection;
import dev.edgewise.scheduler.framework.SignalEvidence;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.signals.reward.RewardsByNode;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rejects nodes that are in quarantine for the pod's type, and those on probation while another pod of the type tries.
 * No eviction helps.
 */
final class RewardCheck implements PreparedNodeFilter {
    static final Rejection QUARANTINED = Rejection.unresolvable(RewardPlugin.NAME, RewardPlugin.IN_QUARANTINE);
    static final Rejection ON_PROBATION =
            Rejection.unresolvable(RewardPlugin.NAME, "node(s) were on probation and another pod of this type tries");

    private final LearnedRewards rewards;
    private final Snapshot snapshot;
    /** Restrictions of the type; null if no node is closed for it. */
    private final @Nullable RewardsByNode restrictions;

    RewardCheck(LearnedRewards rewards, Snapshot snapshot) {
        this.rewards = rewards;
        this.snapshot = snapshot;
        this.restrictions = rewards.ofType().restrictsAny() ? snapshot.rewards(rewards.ofType()) : null;
    }

    @Override
    public @Nullable Rejection check(NodeState node) {
        Reward reward = restrictions == null
                ? null
                : restrictions.restricting(node.name(), snapshot.positionOf(node), rewards.now());
        return reward == null
                ? null
                : switch (reward.state()) {
                    case OPEN -> null;
                    case QUARANTINED -> QUARANTINED;
                    case PROBATION -> isTried(node, reward.since()) ? ON_PROBATION : null;
                };
    }

    @Override
    public boolean acceptsUntaintedNodes() {
        return restrictions == null;
    }

    @Override
    public List<SignalEvidence> signals() {
        return List.of(RewardSignalEvidenceFactory.sum(rewards));
    }

    @Override
    public List<SignalEvidence> signals(NodeState node) {
        return List.of(RewardSignalEvidenceFactory.of(node.name(), rewards));
    }

    /**
     * Returns whether a pod of the type was placed there after probation began: kubelets date starts in whole seconds.
     */
    private boolean isTried(NodeState node, Instant began) {
        Instant since = began.truncatedTo(ChronoUnit.SECONDS);
        return node.pods().stream().anyMatch(pod -> startedSince(pod, since) && isOfType(pod));
    }

    /**
     * Tells whether the pod was placed since then: it has not started, started since or was created since, however slow
     * its kubelet's clock is.
     */
    private static boolean startedSince(Pod pod, Instant since) {
        Instant started = pod.status().startedAt();
        return started == null || !started.isBefore(since) || !pod.createdAt().isBefore(since);
    }

    private boolean isOfType(Pod pod) {
        return RewardPlugin.typeOf(pod).equals(rewards.type());
    }
}
