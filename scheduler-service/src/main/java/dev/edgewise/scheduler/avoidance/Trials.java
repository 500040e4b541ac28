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
 * that asks, until the cluster shows where it went. In a burst that takes seconds: a busy API server serves watches last. Thread-safe.
 */
public final class Trials {
    /** For a pod of which nothing is seen: it waits, for whatever reason, or the watch is behind. */
    private static final long UNSEEN = Duration.ofSeconds(30).toNanos();
    /** From when it was seen on: longer than it takes until decisions count it where it went. */
    private static final long SEEN = Duration.ofSeconds(1).toNanos();
    /** Further ones are not kept for anybody. */
    private static final int MOST = 10_000;

    private final Ticker ticker;
    private final Map<String, Trial> byPod = new ConcurrentHashMap<>();
    private final Map<Place, Trial> byPlace = new ConcurrentHashMap<>();

    private record Place(String type, String node) {}

    /** What a pod tries. Compared by identity. */
    private static final class Trial {
        /** When its places are free again, by the ticker. */
        private volatile long until;

        Trial(long until) {
            this.until = until;
        }

        boolean isOver(long now) {
            return now - until >= 0;
        }

        void endBy(long time) {
            if (!isOver(time)) {
                until = time;
            }
        }
    }

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
        forgetIfFull();
        @Nullable Rejection[] all = rejections.clone();
        for (int i = 0; i < all.length; i++) {
            String node = nodes.get(i).name();
            Reward reward = all[i] == null ? rewards.own(node) : null;
            boolean tries = reward != null && reward.state() == RewardState.PROBATION;
            if (tries && !isKept(new Place(rewards.type(), node), pod)) {
                all[i] = RewardCheck.ON_PROBATION;
            }
        }
        return all;
    }

    /**
     * The cluster shows that a pod has a node, or is gone. May be called for any pod, and again.
     *
     * @param uid of the pod
     */
    public void settled(String uid) {
        Trial trial = byPod.get(uid);
        if (trial != null) {
            trial.endBy(ticker.nanos() + SEEN);
        }
    }

    /** Whether the place is kept for the pod from now on. One that asks again keeps it no longer: others have their turn. */
    private boolean isKept(Place place, Pod pod) {
        if (byPlace.size() >= MOST && !byPlace.containsKey(place)) {
            return true;
        }
        long now = ticker.nanos();
        Trial own = byPod.compute(
                pod.uid(), (uid, trial) -> trial == null || trial.isOver(now) ? new Trial(now + UNSEEN) : trial);
        return byPlace.compute(place, (same, trial) -> trial == null || trial.isOver(now) ? own : trial) == own;
    }

    private void forgetIfFull() {
        if (byPlace.size() >= MOST || byPod.size() >= MOST) {
            long now = ticker.nanos();
            byPlace.values().removeIf(trial -> trial.isOver(now));
            byPod.values().removeIf(trial -> trial.isOver(now));
        }
    }
}
