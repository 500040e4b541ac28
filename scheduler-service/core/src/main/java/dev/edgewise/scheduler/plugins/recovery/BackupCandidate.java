package dev.edgewise.scheduler.plugins.recovery;

import dev.edgewise.scheduler.state.NodeState;
import java.util.Comparator;
import java.util.function.IntSupplier;

/**
 * A node that may stand in for a pod's own.
 *
 * @param sameZone whether it is in the zone of that
 * @param added the share of the pod's request that it must keep in addition, 0 to 1; 1 if it keeps nothing yet
 * @param spare how many such pods of the home it could take without keeping more
 * @param homes how many nodes it stands in for, negative
 * @param near how many nodes are near it; asked only where all else is equal
 */
record BackupCandidate(NodeState node, boolean sameZone, double added, double spare, int homes, IntSupplier near) {
    static final Comparator<BackupCandidate> BEST_FIRST = Comparator.comparing(BackupCandidate::sameZone)
            .thenComparingDouble(BackupCandidate::added)
            .thenComparing(Comparator.comparingDouble(BackupCandidate::spare).reversed())
            .thenComparingInt(BackupCandidate::homes)
            .thenComparing(
                    Comparator.comparingInt((BackupCandidate one) -> one.near().getAsInt())
                            .reversed());

    /** Returns whether it is better than any node that keeps nothing yet. */
    boolean isBeforeUnused() {
        return !sameZone && added < 1;
    }
}
