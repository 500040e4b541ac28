package dev.edgewise.scheduler.plugins.recovery;

import dev.edgewise.scheduler.framework.FeasibilityCheck;
import dev.edgewise.scheduler.framework.Profile;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.state.HypotheticalBackups;
import dev.edgewise.scheduler.state.Snapshot;
import dev.edgewise.scheduler.state.protection.BackupEntry;
import dev.edgewise.scheduler.state.protection.BackupIndex;
import dev.edgewise.scheduler.state.protection.ProtectionRules;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Tells before pods are evicted for a pod that requires a backup whether another node can keep capacity for it then:
 * {@link NodeSearchWithBackup} decides that once the pods are gone, and would refuse the node otherwise. Serves one
 * attempt.
 */
public final class BackupAfterPreemptionFinder {
    private final Pod pod;
    private final Profile profile;
    private final Snapshot snapshot;
    private final ProtectionRules rules;
    private final Function<Pod, @Nullable String> backupOf;

    /**
     * @param profile of the pod
     * @param snapshot with what is kept for other pods that evictions are under way for
     * @param backupOf the node that keeps capacity for a bound pod; null for none
     */
    public BackupAfterPreemptionFinder(
            Pod pod, Profile profile, Snapshot snapshot, Function<Pod, @Nullable String> backupOf) {
        this.pod = pod;
        this.profile = profile;
        this.snapshot = snapshot;
        this.rules = snapshot.get(BackupIndex.FACT).rules();
        this.backupOf = backupOf;
    }

    /** Returns the backup of the pod on that node, once the victims have left it; null if no node can stand in. */
    public @Nullable BackupEntry on(String node, List<Pod> victims) {
        if (!rules.isProtected(pod)) {
            return null;
        }
        Snapshot then = snapshot;
        for (Pod victim : victims) {
            String backup = backupOf.apply(victim);
            then = then.without(victim.key(), node);
            then = backup == null
                    ? then
                    : HypotheticalBackups.without(then, BackupEntry.of(victim, node, backup, rules.failures()));
        }
        BackupSearch search = new BackupSearch(pod, then, FeasibilityCheck.of(profile, pod, then));
        String backup = search.of(node, null).apart();
        return backup == null ? null : BackupEntry.of(pod, node, backup, rules.failures());
    }
}
