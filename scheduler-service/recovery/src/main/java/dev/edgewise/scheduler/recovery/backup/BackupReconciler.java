package dev.edgewise.scheduler.recovery.backup;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.cycle.SchedulingLoopAccess;
import dev.edgewise.scheduler.framework.Profile;
import dev.edgewise.scheduler.plugins.recovery.AddedReserve;
import dev.edgewise.scheduler.plugins.recovery.NodeSearchWithBackup;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import dev.edgewise.scheduler.state.protection.BackupIndex;
import dev.edgewise.scheduler.state.protection.PodWithBackup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Checks whether pods are still protected, and finds other backups for those that are not. To be called between two
 * decisions.
 */
public final class BackupReconciler {
    /** The number of steps within which all pods are checked, if there is time. */
    private static final int STEPS_PER_ROUND = 240;

    private static final int LEAST_PODS_PER_STEP = 25;
    /** The time after which no further pod is checked, as decisions wait meanwhile. */
    private static final Duration STEP_TIME_LIMIT = Duration.ofMillis(5);
    /** The corresponding time for pods that have lost their backups. */
    private static final Duration LOST_BACKUPS_TIME_LIMIT = Duration.ofMillis(25);
    /** The minimum time between two checks of the pods of a backup that stays unusable. */
    private static final Duration UNUSABLE_INTERVAL = Duration.ofSeconds(5);

    private final ClusterState state;
    private final SchedulingLoopAccess decisions;
    private final Function<String, @Nullable Profile> profiles;
    private final Ticker ticker;
    /** Pods that have lost their backups, or are about to. */
    private final BackupRenewalQueue waiting;
    /** Pods that came without a backup. */
    private final BackupRenewalQueue uncovered;
    /** When the pods of each unusable backup were last queued, by the ticker. */
    private final Map<String, Long> queuedAtByUnusable = new HashMap<>();
    /** Whether nothing was checked since this replica decides. */
    private boolean isFirstStep = true;

    /** Position of the pod that is checked next in turn. */
    private int next;

    /**
     * @param profiles by name
     */
    public BackupReconciler(
            ClusterState state,
            SchedulingLoopAccess decisions,
            Function<String, @Nullable Profile> profiles,
            Ticker ticker) {
        this.ticker = ticker;
        this.state = state;
        this.decisions = decisions;
        this.profiles = profiles;
        this.waiting = new BackupRenewalQueue(ticker);
        this.uncovered = new BackupRenewalQueue(ticker);
    }

    /** Clears all state, as another replica decides. */
    public void forget() {
        waiting.clear();
        uncovered.clear();
        queuedAtByUnusable.clear();
        isFirstStep = true;
    }

    /** Queues the pods before all others. */
    public void renewSoon(List<PodWithBackup> pods) {
        pods.forEach(pod -> waiting.add(pod.pod()));
    }

    /**
     * Renews the backups of pods that lost theirs or have an unusable one, then of pods that came without one, then of
     * the next pods in turn.
     *
     * @param failed nodes whose pods are being restarted, and so are left alone
     */
    public void step(Set<String> failed) {
        queuePodsOfUnusable();
        queueUncovered();
        renewWaiting(failed);
        renew(uncovered, STEP_TIME_LIMIT, failed);
        renewInTurn(failed);
    }

    /** Returns whether pods wait that have lost their backups. */
    public boolean hasPodsWithLostBackups() {
        return !waiting.isIdle();
    }

    /** Renews the backups of some of these pods alone. */
    public void renewWaiting(Set<String> failed) {
        renew(waiting, LOST_BACKUPS_TIME_LIMIT, failed);
    }

    /**
     * Queues the pods of unusable backups. Pods whose reserve this replica has not assigned go first: they came with a
     * backup, or have grown since. The others may keep theirs then.
     */
    private void queuePodsOfUnusable() {
        Snapshot snapshot = decisions.snapshot();
        Set<String> now = snapshot.get(BackupIndex.FACT).backups().stream()
                .filter(backup -> isUnusable(snapshot.node(backup)))
                .collect(Collectors.toSet());
        queuedAtByUnusable.keySet().retainAll(now);
        now.removeIf(backup -> isQueuedRecently(queuedAtByUnusable.get(backup)));
        if (!now.isEmpty()) {
            now.forEach(backup -> queuedAtByUnusable.put(backup, ticker.nanos()));
            Map<Boolean, List<PodWithBackup>> byAssigned = state.protection().pods().stream()
                    .filter(pod -> pod.backup() != null && now.contains(pod.backup()))
                    .collect(Collectors.partitioningBy(pod -> state.protection().isAsAssigned(pod.pod())));
            byAssigned.values().forEach(this::renewSoon);
        }
    }

    private boolean isQueuedRecently(@Nullable Long last) {
        return last != null && ticker.since(last).compareTo(UNUSABLE_INTERVAL) < 0;
    }

    private void queueUncovered() {
        state.protection().takeUncovered().forEach(pod -> uncovered.add(pod.pod()));
        if (isFirstStep) {
            isFirstStep = false;
            state.protection().pods().stream()
                    .filter(pod -> pod.backup() == null)
                    .forEach(pod -> uncovered.add(pod.pod()));
        }
    }

    private void renew(BackupRenewalQueue pods, Duration most, Set<String> failed) {
        long begun = ticker.nanos();
        while (hasTime(begun, most)) {
            BackupRenewalQueue.Entry entry = pods.poll();
            if (entry == null) {
                return;
            }
            PodWithBackup known = state.protection().find(entry.pod().key());
            if (known != null
                    && known.pod().isSameAs(entry.pod())
                    && !failed.contains(known.home())
                    && needsAnother(known)
                    && !renewOnLiveNode(known)) {
                pods.retryLater(entry);
            }
        }
    }

    private boolean needsAnother(PodWithBackup pod) {
        return pod.backup() == null || isUnusable(decisions.snapshot().node(pod.backup()));
    }

    private void renewInTurn(Set<String> failed) {
        List<PodWithBackup> pods = state.protection().pods();
        long begun = ticker.nanos();
        int most = Math.min(pods.size(), Math.max(LEAST_PODS_PER_STEP, pods.size() / STEPS_PER_ROUND));
        int checked = 0;
        while (checked < most && hasTime(begun, STEP_TIME_LIMIT)) {
            PodWithBackup pod = pods.get((next + checked) % pods.size());
            if (!failed.contains(pod.home())
                    && !waiting.isReady(pod.pod())
                    && !renewOnLiveNode(pod)
                    && pod.backup() != null) {
                waiting.retryLater(new BackupRenewalQueue.Entry(pod.pod(), 0, ticker.nanos()));
            }
            checked++;
        }
        next = pods.isEmpty() ? 0 : (next + checked) % pods.size();
    }

    private boolean hasTime(long begun, Duration most) {
        return ticker.since(begun).compareTo(most) < 0;
    }

    /**
     * Renews the backup of a pod whose node is alive. If no other node can replace it, a backup that is not ready keeps
     * its reserve, as it may return soon and no other pod may take that reserve meanwhile.
     */
    private boolean renewOnLiveNode(PodWithBackup pod) {
        boolean hasOne = renew(pod);
        if (!hasOne && NodeSearchWithBackup.mayReturn(pod, decisions.snapshot())) {
            state.protection().assign(pod.pod(), pod.backup());
        }
        return hasOne;
    }

    /** Finds another backup for the pod unless its present one holds; returns whether it has one now. */
    boolean renew(PodWithBackup pod) {
        Profile profile = profiles.apply(pod.pod().spec().schedulerName());
        if (profile == null) {
            return pod.backup() != null;
        }
        if (NodeSearchWithBackup.holds(pod, profile, decisions.snapshot())) {
            // From now on, whatever its owner writes.
            state.protection().assign(pod.pod(), pod.backup());
            return true;
        }
        return protect(pod, profile);
    }

    /** Renews the backups of these pods, until decisions have waited long enough; returns the checked ones. */
    public List<PodWithBackup> renew(List<PodWithBackup> pods) {
        List<PodWithBackup> checked = new ArrayList<>();
        long begun = ticker.nanos();
        for (int i = 0; i < pods.size() && hasTime(begun, LOST_BACKUPS_TIME_LIMIT); i++) {
            renew(pods.get(i));
            checked.add(pods.get(i));
        }
        return checked;
    }

    private boolean protect(PodWithBackup pod, Profile profile) {
        state.protection().assign(pod.pod(), null);
        String backup = NodeSearchWithBackup.find(pod, profile, decisions.snapshot());
        if (backup != null) {
            state.protection().assign(pod.pod(), backup);
        }
        return backup != null;
    }

    /** Returns why nothing protects the pod now, for people. For any thread. */
    public String whyUnprotected(PodWithBackup pod) {
        Profile profile = profiles.apply(pod.pod().spec().schedulerName());
        return profile == null
                ? "its profile is not known"
                : NodeSearchWithBackup.whyNone(pod, profile, decisions.snapshot());
    }

    private static boolean isUnusable(@Nullable NodeState backup) {
        return backup == null || !NodeSearchWithBackup.mayBeBackup(backup) || AddedReserve.isOvercommitted(backup);
    }
}
