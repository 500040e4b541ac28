package dev.edgewise.scheduler.state;

import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.state.protection.BackupIndex;
import dev.edgewise.scheduler.state.protection.Balloon;
import dev.edgewise.scheduler.state.protection.PodWithBackup;
import dev.edgewise.scheduler.state.protection.ResourceDemand;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The reserves that nodes keep for the failures of others, and the balloons that hold them. Each method is one atomic
 * step of the whole state.
 */
public final class ClusterFailureReserves {
    private final StateLock lock;
    private final PodTable pods;
    private final ProtectionTable table;

    ClusterFailureReserves(StateLock lock, PodTable pods, ProtectionTable table) {
        this.lock = lock;
        this.pods = pods;
        this.table = table;
    }

    /**
     * Assigns the backup of the bound pod, which overrides its annotation.
     *
     * @param backup null for none
     */
    public void assign(Pod pod, @Nullable String backup) {
        lock.run(() -> {
            Pod known = pods.find(pod.key());
            if (known != null && known.isSameAs(pod)) {
                table.assign(known, backup);
            }
        });
    }

    /**
     * Returns whether the pod's backup was assigned, for at least what it requests now, and not only written down by
     * the pod's owner.
     */
    public boolean isAsAssigned(Pod pod) {
        return lock.get(() -> table.isAsAssigned(pod));
    }

    /** Returns the backups of all nodes. */
    public BackupIndex backupIndex() {
        return lock.get(table::backupIndex);
    }

    /** The bound pods that are to be protected, with the nodes that keep capacity for them. */
    public List<PodWithBackup> pods() {
        return lock.get(table::pods);
    }

    /**
     * The bound pods of any scheduler that still say which node keeps capacity for them, or that none does, although
     * they are not to be protected.
     */
    public List<Pod> formerPods() {
        return lock.get(table::formerPods);
    }

    /** Returns a pod that is to be protected; null if it is none. */
    public @Nullable PodWithBackup find(PodKey key) {
        return lock.get(() -> table.find(key));
    }

    /** Returns the pods that have come without a backup since the last call, unless this replica followed meanwhile. */
    public List<PodWithBackup> takeUncovered() {
        return lock.get(table::takeUncovered);
    }

    /** The nodes that bound pods are on which are to be protected. */
    public Set<String> homes() {
        return lock.get(table::homes);
    }

    /** Makes the pods' annotations name their backups. For replicas that do not decide. */
    public void follow() {
        lock.run(table::follow);
    }

    /** Adds a balloon that holds capacity on its node, or is about to. */
    public void put(Balloon balloon) {
        lock.run(() -> table.put(balloon));
    }

    /** Returns whether there was one that held capacity. */
    public boolean removeBalloon(PodKey key) {
        return lock.get(() -> table.removeBalloon(key));
    }

    /**
     * Releases balloons of the node that hold more than its reserve, except for what remains when pods have restarted
     * on that capacity.
     *
     * @param restarting what reservations need there for what restarts
     */
    public void releaseBalloons(String node, ResourceDemand restarting) {
        lock.run(() -> table.releaseBalloons(node, restarting));
    }

    /** Returns the balloons that hold capacity. */
    public List<Balloon> balloons() {
        return lock.get(table::balloons);
    }

    /** Returns the balloons that were released and are not deleted yet. */
    public List<Balloon> releasedBalloons() {
        return lock.get(table::releasedBalloons);
    }
}
