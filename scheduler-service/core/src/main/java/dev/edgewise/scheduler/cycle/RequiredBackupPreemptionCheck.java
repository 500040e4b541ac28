package dev.edgewise.scheduler.cycle;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.framework.Profile;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.plugins.recovery.BackupAfterPreemptionFinder;
import dev.edgewise.scheduler.preemption.Preemption.Outcome;
import dev.edgewise.scheduler.preemption.Victims;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.Snapshot;
import dev.edgewise.scheduler.state.protection.BackupEntry;
import dev.edgewise.scheduler.state.protection.BackupIndex;
import dev.edgewise.scheduler.state.protection.PodWithBackup;
import java.time.Duration;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether evictions help pods that require a backup, and remembers the nodes where they are not: one attempt asks
 * few nodes, and the next one continues with others. Once all were asked, or after some minutes without an attempt, the
 * first ones are asked again. Single-threaded.
 */
final class RequiredBackupPreemptionCheck {
    /** Pause before the pod is tried again while nodes are left to ask; its backoff may be longer. */
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private static final Duration RETENTION = Duration.ofMinutes(5);
    private static final int MOST_PODS = 1_000;
    private static final int MOST_NODES = 100_000;

    private final ClusterState state;
    private final OngoingPreemptions preemptions;
    /** The nodes where evictions do not help the pod. */
    private final RejectedNodes rejectedNodes;

    private @Nullable BackupEntry plannedBackup;

    RequiredBackupPreemptionCheck(ClusterState state, OngoingPreemptions preemptions, Ticker ticker) {
        this.state = state;
        this.preemptions = preemptions;
        this.rejectedNodes = new RejectedNodes(RETENTION, MOST_PODS, MOST_NODES, ticker);
    }

    /** Begins an attempt. */
    void begin() {
        plannedBackup = null;
    }

    /** Returns the backup that was found last in this attempt; null if the pod requires none. */
    @Nullable
    BackupEntry plannedBackup() {
        return plannedBackup;
    }

    /** Returns whether the pod gets the backup that it requires, if it does, beside those that others are to get. */
    Predicate<Victims> isUseful(SchedulingAttempt attempt, Profile profile) {
        if (!attempt.snapshot().get(BackupIndex.FACT).rules().isRequired(attempt.pod())) {
            return victims -> true;
        }
        Snapshot then = preemptions.withPlannedBackups(attempt.snapshot(), attempt.pod());
        BackupAfterPreemptionFinder backups =
                new BackupAfterPreemptionFinder(attempt.pod(), profile, then, victim -> backupOf(victim.key()));
        return victims -> {
            plannedBackup = backups.on(victims.node(), victims.pods());
            return plannedBackup != null;
        };
    }

    /** Returns the same predicate, but remembers the nodes that it refuses for the pod. */
    Predicate<Victims> rememberRejections(Pod pod, Predicate<Victims> isUseful) {
        return victims -> {
            boolean useful = isUseful.test(victims);
            if (!useful) {
                rejectedNodes.add(pod, victims.node());
            }
            return useful;
        };
    }

    /**
     * Returns whether the node of that name was refused for the pod since its nodes were last asked from the first one
     * on.
     */
    Predicate<String> isRejected(Pod pod) {
        return rejectedNodes.isEmpty(pod) ? node -> false : node -> rejectedNodes.contains(pod, node);
    }

    /** Ends an attempt that looked for victims. */
    void end(Pod pod, Outcome outcome) {
        if (!outcome.unfinished()) {
            rejectedNodes.remove(pod);
        }
    }

    /** Returns how long until the next nodes are to be asked; null if none are left. */
    @Nullable
    Duration untilNext(Pod pod) {
        return rejectedNodes.isEmpty(pod) ? null : PAUSE;
    }

    private @Nullable String backupOf(PodKey key) {
        PodWithBackup known = state.protection().find(key);
        return known == null ? null : known.backup();
    }
}
