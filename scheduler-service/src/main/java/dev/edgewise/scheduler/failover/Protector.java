package dev.edgewise.scheduler.failover;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.cluster.ClusterState;
import dev.edgewise.scheduler.cluster.NodeState;
import dev.edgewise.scheduler.cluster.Snapshot;
import dev.edgewise.scheduler.pipeline.Profile;
import dev.edgewise.scheduler.protection.ProtectedPod;
import dev.edgewise.scheduler.recovery.Backups;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Looks whether pods are still protected, and finds other backups for those that are not. To be called between two decisions. */
final class Protector {
    /** As many are looked at in one turn at most. */
    private static final int BATCH = 50;
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

    /** Looks at those first whose backup is plainly of no use, then at the next ones in turn. */
    void step() {
        List<ProtectedPod> pods = state.protectedPods();
        Snapshot snapshot = snapshots.get();
        List<ProtectedPod> batch = new ArrayList<>();
        for (ProtectedPod pod : pods) {
            if (batch.size() < BATCH && pod.backup() != null && isUseless(snapshot.node(pod.backup()))) {
                batch.add(pod);
            }
        }
        int first = batch.size();
        for (int i = 0; i < pods.size() && batch.size() < BATCH; i++) {
            batch.add(pods.get((next + i) % pods.size()));
        }
        int done = renewInTime(batch);
        next = pods.isEmpty() ? 0 : (next + Math.max(0, done - first)) % pods.size();
    }

    /** How many were looked at. */
    private int renewInTime(List<ProtectedPod> batch) {
        long begun = ticker.nanos();
        int done = 0;
        while (done < batch.size() && ticker.since(begun).compareTo(TURN) < 0) {
            renew(batch.get(done));
            done++;
        }
        return done;
    }

    /** Finds another backup for the pod unless the one that it has holds. */
    private void renew(ProtectedPod pod) {
        Profile profile = profiles.apply(pod.pod().spec().schedulerName());
        if (profile == null) {
            return;
        }
        if (Backups.holds(pod, profile, snapshots.get())) {
            // From now on, whatever its owner writes.
            state.protect(pod.pod().key(), pod.backup());
        } else {
            protect(pod);
        }
    }

    /** Finds a backup for the pod anew. */
    void protect(ProtectedPod pod) {
        Profile profile = profiles.apply(pod.pod().spec().schedulerName());
        state.protect(pod.pod().key(), null);
        String backup = profile == null ? null : Backups.find(pod.pod(), profile, snapshots.get());
        if (backup != null) {
            state.protect(pod.pod().key(), backup);
        }
    }

    private static boolean isUseless(@Nullable NodeState backup) {
        return backup == null || !backup.isOpen();
    }
}
