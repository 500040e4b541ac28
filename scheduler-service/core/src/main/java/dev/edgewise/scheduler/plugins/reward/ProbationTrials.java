package dev.edgewise.scheduler.plugins.reward;

import dev.edgewise.common.signal.reward.QuarantineStatus;
import dev.edgewise.common.signal.reward.Reward;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.framework.Rejection;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Decides which pods may try nodes on probation, for a scheduler whose placements are seen later only: each node is
 * kept for the first of a type that asks, until the cluster shows where it went. In a burst that takes seconds: a busy
 * API server serves watches last. Anybody may ask for a pod that does not exist, so such a pod makes room for one that
 * the watch shows, and few of them are remembered. Each replica of a service remembers its own trials. Thread-safe.
 */
public final class ProbationTrials {
    /** Duration of a trial whose pod has not been seen: it waits for any reason, or the watch is behind. */
    private static final long UNSEEN = Duration.ofSeconds(30).toNanos();
    /** Duration of a trial after its pod was seen: longer than it takes until decisions count it on its node. */
    private static final long SEEN = Duration.ofSeconds(1).toNanos();
    /** The oldest make room for further ones. */
    private static final int MOST = 10_000;

    private static final int MOST_UNKNOWN = 1_000;
    /** Kubernetes gives 36 characters; a pod with a longer one is none of a cluster, and holds nothing. */
    private static final int LONGEST_UID = 128;

    private final Ticker ticker;
    private final Predicate<Pod> isWatched;
    /** Trials whose pods are watched; guarded by this, like the other maps. */
    private final Map<String, Trial> watched = new LinkedHashMap<>();

    private final Map<String, Trial> unknown = new LinkedHashMap<>();
    private final Map<Place, Trial> byPlace = new LinkedHashMap<>();

    private record Place(String type, String node) {}

    /** The trial of one pod. Compared by identity. */
    private static final class Trial {
        private final boolean isWatched;
        /** Time when its places are free again, by the ticker. */
        private long until;

        Trial(boolean isWatched, long until) {
            this.isWatched = isWatched;
            this.until = until;
        }

        boolean isKeptFrom(Trial other, long now) {
            return this != other && !isOver(now) && (isWatched || !other.isWatched);
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

    /** Creates trials for pods without a watch. */
    public ProbationTrials(Ticker ticker) {
        this(ticker, pod -> false);
    }

    /** @param isWatched whether the watch shows the pod, in any version */
    public ProbationTrials(Ticker ticker, Predicate<Pod> isWatched) {
        this.ticker = ticker;
        this.isWatched = isWatched;
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
            boolean tries = reward != null && reward.state() == QuarantineStatus.PROBATION;
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
    public synchronized void settled(String uid) {
        Trial trial = watched.getOrDefault(uid, unknown.get(uid));
        if (trial != null) {
            trial.endBy(ticker.nanos() + SEEN);
        }
    }

    /**
     * Returns whether the place is kept for the pod from now on. A repeated request does not extend it: other pods have
     * their turn.
     */
    private boolean isKept(Place place, Pod pod) {
        boolean known = isWatched.test(pod);
        synchronized (this) {
            long now = ticker.nanos();
            Trial own = own(pod.uid(), known, now);
            Trial held = byPlace.get(place);
            if (held != null && held.isKeptFrom(own, now)) {
                return false;
            }
            if (held != own && pod.uid().length() <= LONGEST_UID) {
                putLast(place, own, byPlace, MOST);
            }
            return true;
        }
    }

    private Trial own(String uid, boolean isWatched, long now) {
        Map<String, Trial> trials = isWatched ? watched : unknown;
        Trial known = trials.get(uid);
        if (known != null && !known.isOver(now)) {
            return known;
        }
        Trial own = new Trial(isWatched, now + UNSEEN);
        if (uid.length() <= LONGEST_UID) {
            putLast(uid, own, trials, isWatched ? MOST : MOST_UNKNOWN);
        }
        return own;
    }

    private static <K> void putLast(K key, Trial trial, Map<K, Trial> trials, int most) {
        trials.remove(key);
        trials.put(key, trial);
        if (trials.size() > most) {
            Iterator<K> oldest = trials.keySet().iterator();
            oldest.next();
            oldest.remove();
        }
    }

    /** Returns how many pods and places are remembered. */
    synchronized int size() {
        return watched.size() + unknown.size() + byPlace.size();
    }
}
