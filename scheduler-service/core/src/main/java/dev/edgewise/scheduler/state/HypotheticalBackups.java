package dev.edgewise.scheduler.state;

import dev.edgewise.scheduler.state.protection.BackupEntry;
import dev.edgewise.scheduler.state.protection.BackupIndex;
import dev.edgewise.scheduler.state.protection.ResourceDemand;

/** Snapshots with other backups than the cluster has, so that one can look at what would be. */
public final class HypotheticalBackups {
    private HypotheticalBackups() {}

    /**
     * Returns the snapshot with what the node keeps once it stands in for one more pod, whether it has that room or
     * not.
     */
    public static Snapshot with(Snapshot snapshot, BackupEntry added) {
        return covering(snapshot, added.backup(), snapshot.get(BackupIndex.FACT).with(added));
    }

    /**
     * Returns the snapshot with what the node keeps once it stands in for that pod no more; the same one if it does not
     * stand in for so much.
     */
    public static Snapshot without(Snapshot snapshot, BackupEntry gone) {
        BackupIndex covers = snapshot.get(BackupIndex.FACT);
        ResourceDemand its = covers.of(gone.backup()).of(gone.home());
        return its.max(gone.demand()).equals(its) ? covering(snapshot, gone.backup(), covers.without(gone)) : snapshot;
    }

    /** Balloons that hold more than was kept hold it still. */
    private static Snapshot covering(Snapshot snapshot, String backup, BackupIndex changed) {
        ResourceDemand before = snapshot.get(BackupIndex.FACT).of(backup).reserve();
        ResourceDemand after = changed.of(backup).reserve();
        return snapshot.with(BackupIndex.FACT, changed)
                .with(
                        backup,
                        node -> NodeCapacityCalculator.heldForFailures(node).equals(before)
                                ? BackupPlaceholders.keeping(node, after)
                                : node);
    }
}
