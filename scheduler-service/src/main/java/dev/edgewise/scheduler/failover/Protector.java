package dev.edgewise.scheduler.failover;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.cluster.ClusterState;
import dev.edgewise.scheduler.cluster.NodeState;
import dev.edgewise.scheduler.cluster.Snapshot;
import dev.edgewise.scheduler.pipeline.Profile;
import dev.edgewise.scheduler.protection.ProtectedPod;
import dev.edgewise.scheduler.recovery.Backups;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Looks whether pods are still protected, and finds other backups for those that are not. To be called between two decisions. */
final class Protector {
    /** As many are looked at in one turn at most. */
    private static final int BATCH = 50;
    /** How far the turn goes on each time. */
    private static final int TURN_SHARE = 25;
    /** After that no further one is: decisions wait meanwhile. */
    private static final Duration TURN = Duration.ofMillis(5);

    private final ClusterState state;
    private final Function<String, @Nullable Profile> profiles;
    private final Supplier<Snapshot> snapshots;
    private final Ticker ticker;
    private int next;

    /**
     * @param profiles by name
     * @param snapshots the cluster as it is now
     */
    Protector(
            ClusterState state,
            Function<String, @Nullable Profile> profiles,
            Supplier<Snapshot> snapshots,
            Ticker ticker) {
        this.ticker = ticker;
        this.state = state;
        this.profiles = profiles;
        this.snapshots = snapshots;
    }

    /**
     * Looks at some whose backup is plainly of no use, then at the next ones in turn.
     *
     * @param failed nodes whose pods are being restarted, and so are left alone
     */
    void step(Set<String> failed) {
        List<ProtectedPod> pods = state.protectedPods();
        Snapshot snapshot = snapshots.get();
        Set<ProtectedPod> batch = new LinkedHashSet<>();
        int most = Math.min(BATCH, pods.size());
        for (int i = 0; i < pods.size() && batch.size() < most / 2; i++) {
            ProtectedPod pod = pods.get((next + i) % pods.size());
            if (pod.backup() != null && isUseless(snapshot.node(pod.backup()))) {
                batch.add(pod);
            }
        }
        for (int i = 0; i < most; i++) {
            batch.add(pods.get((next + i) % pods.size()));
        }
        renewInTime(batch.stream().filter(pod -> !failed.contains(pod.home())).toList());
        next = pods.isEmpty() ? 0 : (next + TURN_SHARE) % pods.size();
    }

    private void renewInTime(List<ProtectedPod> batch) {
        long begun = ticker.nanos();
        for (int i = 0; i < batch.size() && ticker.since(begun).compareTo(TURN) < 0; i++) {
            renew(batch.get(i));
        }
    }

    /** Finds another backup for the pod unless the one that it has holds. */
    void renew(ProtectedPod pod) {
        Profile profile = profiles.apply(pod.pod().spec().schedulerName());
        if (profile == null) {
            return;
        }
        if (Backups.holds(pod, profile, snapshots.get())) {
            // From now on, whatever its owner writes.
            state.protect(pod.pod(), pod.backup());
        } else {
            protect(pod, profile);
        }
    }

    /** Without another, the one that it has is kept if there is room: that it may not run there now may be a moment without round-trip times. */
    private void protect(ProtectedPod pod, Profile profile) {
        state.protect(pod.pod(), null);
        Snapshot snapshot = snapshots.get();
        String other = Backups.find(pod.pod(), profile, snapshot);
        boolean isOld = other == null && pod.backup() != null && Backups.mayHold(pod, snapshot);
        if (other != null || isOld) {
            state.protect(pod.pod(), isOld ? pod.backup() : other);
        }
    }

    /** What a pod may tolerate is not looked at. */
    private static boolean isUseless(@Nullable NodeState backup) {
        return backup == null || backup.node().unschedulable() || FailedNodes.isTainted(backup);
    }
}
