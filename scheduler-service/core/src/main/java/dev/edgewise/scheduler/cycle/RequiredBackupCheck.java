package dev.edgewise.scheduler.cycle;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.framework.Profile;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.plugins.recovery.BackupsAfterPreemption;
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
final class RequiredBackupCheck {
    /** Pause before the pod is tried again while nodes are left to ask; its backoff may be longer. */
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private static final Duration REMEMBERED = Duration.ofMinutes(5);
    private static final int MOST_PODS = 1_000;
    private static final int MOST_NODES = 100_000;

    private final ClusterState state;
    private final OngoingPreemptions orders;
    /** The nodes where evictions do not help the pod. */
    private final RejectedNodes useless;

    private @Nullable BackupEntry planned;

    RequiredBackupCheck(ClusterState state, OngoingPreemptions orders, Ticker ticker) {
        this.state = state;
        this.orders = orders;
        this.useless = new RejectedNodes(REMEMBERED, MOST_PODS, MOST_NODES, ticker);
    }

    /** Begins an attempt. */
    void begin() {
        planned = null;
    }

    /** Returns the backup that was found last in this attempt; null if the pod requires none. */
    @Nullable
    BackupEntry planned() {
        return planned;
    }

    /** Returns whether the pod gets the backup that it requires, if it does, beside those that others are to get. */
    Predicate<Victims> isUseful(SchedulingAttempt attempt, Profile profile) {
        if (!attempt.snapshot().get(BackupIndex.FACT).rules().isRequired(attempt.pod())) {
            return victims -> true;
        }
        Snapshot then = orders.covering(attempt.snapshot(), attempt.pod());
        BackupsAfterPreemption backups =
                new BackupsAfterPreemption(attempt.pod(), profile, then, victim -> backupOf(victim.key()));
        return victims -> {
            planned = backups.on(victims.node(), victims.pods());
            return planned != null;
        };
    }

    /** Returns the same predicate, but remembers the nodes that it refuses for the pod. */
    Predicate<Victims> remembering(Pod pod, Predicate<Victims> isUseful) {
        return victims -> {
            boolean useful = isUseful.test(victims);
            if (!useful) {
                useless.add(pod, victims.node());
            }
            return useful;
        };
    }

    /**
     * Returns whether the node of that name was refused for the pod since its nodes were last asked from the first one
     * on.
     */
    Predicate<String> isUseless(Pod pod) {
        return useless.isEmpty(pod) ? node -> false : node -> useless.contains(pod, node);
    }

    /** Ends an attempt that looked for victims. */
    void ended(Pod pod, Outcome outcome) {
        if (!outcome.unfinished()) {
            useless.remove(pod);
        }
    }

    /** Returns how long until the next nodes are to be asked; null if none are left. */
    @Nullable
    Duration untilNext(Pod pod) {
        return useless.isEmpty(pod) ? null : PAUSE;
    }

    private @Nullable String backupOf(PodKey key) {
        PodWithBackup known = state.protection().find(key);
        return known == null ? null : known.backup();
    }
}
