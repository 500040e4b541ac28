package dev.edgewise.scheduler.avoidance;

import dev.edgewise.common.signal.reward.Reward;
import dev.edgewise.common.signal.reward.RewardState;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.cluster.NodeState;
import dev.edgewise.scheduler.cluster.Snapshot;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.pipeline.Rejection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Which pods may try nodes on probation, for a scheduler whose placements are seen later only: each node is kept for the first of a type
 * that asks, until the cluster shows where it went. Thread-safe.
 */
public final class Trials {
    /** Longer than the watch takes to show a pod on its node. */
    private static final long KEPT = Duration.ofSeconds(2).toNanos();
    /** Further ones are not kept for anybody. */
    private static final int MOST = 10_000;

    private final Ticker ticker;
    private final Map<Place, Trial> trials = new ConcurrentHashMap<>();

    private record Place(String type, String node) {}

    private record Trial(String pod, long since) {}

    public Trials(Ticker ticker) {
        this.ticker = ticker;
    }

    /**
     * Rejects nodes on probation that are kept for others, and keeps those that are not.
     *
     * @param rejections of each node, in their order, null where the pod may go
     * @return the same, or a copy with more of them
     */
    public @Nullable Rejection[] keep(
            Pod pod, Snapshot snapshot, List<NodeState> nodes, @Nullable Rejection[] rejections) {
        LearnedRewards rewards = LearnedRewards.of(pod, snapshot);
        if (rewards.ofType().coverage().onProbation() == 0) {
            return rejections;
        }
        @Nullable Rejection[] all = rejections.clone();
        for (int i = 0; i < all.length; i++) {
            String node = nodes.get(i).name();
            Reward reward = all[i] == null ? rewards.own(node) : null;
            boolean tries = reward != null && reward.state() == RewardState.PROBATION;
            if (tries && !isKept(new Place(rewards.type(), node), pod.uid())) {
                all[i] = RewardCheck.ON_PROBATION;
            }
        }
        return all;
    }

    /** Whether the place is kept for the pod from now on. */
    private boolean isKept(Place place, String pod) {
        long now = ticker.nanos();
        if (trials.size() >= MOST) {
            trials.values().removeIf(trial -> now - trial.since() >= KEPT);
        }
        if (trials.size() >= MOST && !trials.containsKey(place)) {
            return true;
        }
        Trial current = trials.compute(
                place,
                (same, trial) -> trial == null || trial.pod().equals(pod) || now - trial.since() >= KEPT
                        ? new Trial(pod, now)
                        : trial);
        return current.pod().equals(pod);
    }
}
