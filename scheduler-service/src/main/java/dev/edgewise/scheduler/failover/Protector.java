package dev.edgewise.scheduler.failover;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.cluster.ClusterState;
import dev.edgewise.scheduler.cluster.NodeState;
import dev.edgewise.scheduler.cluster.Snapshot;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.pipeline.Profile;
import dev.edgewise.scheduler.protection.ProtectedPod;
import dev.edgewise.scheduler.recovery.AddedReserve;
import dev.edgewise.scheduler.recovery.Backups;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Looks whether pods are still protected, and finds other backups for those that are not. To be called between two decisions. */
final class Protector {
    /** All are looked at within this many steps, if there is time. */
    private static final int STEPS = 240;

    private static final int LEAST = 25;
    /** After that no further one is: decisions wait meanwhile. */
    private static final Duration TURN = Duration.ofMillis(5);
    /** For those that have lost their backups. */
    private static final Duration LONG_TURN = Duration.ofMillis(25);

    private final ClusterState state;
    private final Function<String, @Nullable Profile> profiles;
    private final Supplier<Snapshot> snapshots;
    private final Ticker ticker;
    /** Pods without a backup that had one, by uid. */
    private final Map<String, Pod> waiting = new LinkedHashMap<>();
    /** Those that have come without. */
    private final Map<String, Pod> uncovered = new LinkedHashMap<>();
    /** Whether nothing was looked at since this replica decides. */
    private boolean begins = true;

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

    /** Another replica decides. */
    void forget() {
        waiting.clear();
        uncovered.clear();
        begins = true;
    }

    /** From now on these are looked at before all others. */
    void renewSoon(List<ProtectedPod> pods) {
        add(pods, waiting);
    }

    private static void add(List<ProtectedPod> pods, Map<String, Pod> to) {
        pods.forEach(pod -> to.put(pod.pod().uid(), pod.pod()));
    }

    /**
     * Looks at those that have lost their backups or came without, at those whose backups are plainly of no use, then at the next ones in turn.
     *
     * @param failed nodes whose pods are being restarted, and so are left alone
     */
    void step(Set<String> failed) {
        noteUncovered();
        renew(waiting, LONG_TURN, failed);
        renew(uncovered, TURN, failed);
        List<ProtectedPod> pods = state.protection().pods();
        long begun = ticker.nanos();
        Iterator<ProtectedPod> useless = withUselessBackups(pods);
        while (useless.hasNext() && hasTime(begun, TURN)) {
            renewUnlessLost(useless.next(), failed);
        }
        begun = ticker.nanos();
        int most = Math.min(pods.size(), Math.max(LEAST, pods.size() / STEPS));
        int looked = 0;
        while (looked < most && hasTime(begun, TURN)) {
            renewUnlessLost(pods.get((next + looked) % pods.size()), failed);
            looked++;
        }
        next = pods.isEmpty() ? 0 : (next + looked) % pods.size();
    }

    private void noteUncovered() {
        add(state.protection().takeUncovered(), uncovered);
        if (begins) {
            begins = false;
            add(
                    state.protection().pods().stream()
                            .filter(pod -> pod.backup() == null)
                            .toList(),
                    uncovered);
        }
    }

    private void renew(Map<String, Pod> without, Duration most, Set<String> failed) {
        long begun = ticker.nanos();
        Iterator<Pod> pods = without.values().iterator();
        while (pods.hasNext() && hasTime(begun, most)) {
            Pod pod = pods.next();
            pods.remove();
            ProtectedPod known = state.protection().find(pod.key());
            if (known != null && known.pod().isSameAs(pod) && known.backup() == null) {
                renewUnlessLost(known, failed);
            }
        }
    }

    private Iterator<ProtectedPod> withUselessBackups(List<ProtectedPod> pods) {
        Snapshot snapshot = snapshots.get();
        Set<String> useless = snapshot.covers().backups().stream()
                .filter(backup -> isUseless(snapshot.node(backup)))
                .collect(Collectors.toSet());
        return useless.isEmpty()
                ? Collections.emptyIterator()
                : pods.stream()
                        .filter(pod -> pod.backup() != null && useless.contains(pod.backup()))
                        .iterator();
    }

    private boolean hasTime(long begun, Duration most) {
        return ticker.since(begun).compareTo(most) < 0;
    }

    private void renewUnlessLost(ProtectedPod pod, Set<String> failed) {
        if (!failed.contains(pod.home())) {
            renew(pod);
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
            state.protection().assign(pod.pod(), pod.backup());
        } else {
            protect(pod, profile);
        }
    }

    /** Does so for these, until decisions have waited long enough; those that were looked at. */
    List<ProtectedPod> renew(List<ProtectedPod> pods) {
        List<ProtectedPod> looked = new ArrayList<>();
        long begun = ticker.nanos();
        for (int i = 0; i < pods.size() && hasTime(begun, LONG_TURN); i++) {
            renew(pods.get(i));
            looked.add(pods.get(i));
        }
        return looked;
    }

    private void protect(ProtectedPod pod, Profile profile) {
        state.protection().assign(pod.pod(), null);
        String backup = Backups.find(pod, profile, snapshots.get());
        if (backup != null) {
            state.protection().assign(pod.pod(), backup);
        }
    }

    /** Why nothing protects the pod now, for people. For any thread. */
    String whyUnprotected(ProtectedPod pod) {
        Profile profile = profiles.apply(pod.pod().spec().schedulerName());
        return profile == null ? "its profile is not known" : Backups.whyNone(pod, profile, snapshots.get());
    }

    private static boolean isUseless(@Nullable NodeState backup) {
        return backup == null || !Backups.mayStandIn(backup) || AddedReserve.isOvercommitted(backup);
    }
}
