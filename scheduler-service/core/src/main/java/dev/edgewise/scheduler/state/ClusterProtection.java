package dev.edgewise.scheduler.state;

import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.state.protection.BackupIndex;
import dev.edgewise.scheduler.state.protection.Balloon;
import dev.edgewise.scheduler.state.protection.ProtectedPod;
import dev.edgewise.scheduler.state.protection.ResourceDemand;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The reserves that nodes keep for the failures of others, and the balloons that hold them. Each method is one atomic
 * step of the whole state.
 */
public final class ClusterProtection {
    /** The cluster state, whose monitor guards all fields of this class. */
    private final ClusterState cluster;

    private final ProtectionTable table;

    ClusterProtection(ClusterState cluster, ProtectionTable table) {
        this.cluster = cluster;
        this.table = table;
    }

    /**
     * Assigns the backup of the bound pod, which overrides its annotation.
     *
     * @param backup null for none
     */
    public void assign(Pod pod, @Nullable String backup) {
        synchronized (cluster) {
            Pod known = cluster.pod(pod.key());
            if (known != null && known.isSameAs(pod)) {
                BackupIndex before = table.covers();
                table.assign(known, backup);
                outdatedIf(table.covers() != before);
            }
        }
    }

    /**
     * Returns whether the pod's backup was assigned, for at least what it requests now, and not only written down by
     * the pod's owner.
     */
    public boolean isAsAssigned(Pod pod) {
        synchronized (cluster) {
            return table.isAsAssigned(pod);
        }
    }

    /** Returns the backups of all nodes. */
    public BackupIndex covers() {
        synchronized (cluster) {
            return table.covers();
        }
    }

    /** The bound pods that are to be protected, with the nodes that keep capacity for them. */
    public List<ProtectedPod> pods() {
        synchronized (cluster) {
            return table.pods();
        }
    }

    /**
     * The bound pods of any scheduler that still say which node keeps capacity for them, or that none does, although
     * they are not to be protected.
     */
    public List<Pod> formerPods() {
        synchronized (cluster) {
            return table.formerPods();
        }
    }

    /** Returns a pod that is to be protected; null if it is none. */
    public @Nullable ProtectedPod find(PodKey key) {
        synchronized (cluster) {
            return table.find(key);
        }
    }

    /** Returns the pods that have come without a backup since the last call, unless this replica followed meanwhile. */
    public List<ProtectedPod> takeUncovered() {
        synchronized (cluster) {
            return table.takeUncovered();
        }
    }

    /** The nodes that bound pods are on which are to be protected. */
    public Set<String> homes() {
        synchronized (cluster) {
            return table.homes();
        }
    }

    /** Makes the pods' annotations name their backups. For replicas that do not decide. */
    public void follow() {
        synchronized (cluster) {
            BackupIndex before = table.covers();
            boolean released = !table.releasedBalloons().isEmpty();
            table.follow();
            outdatedIf(table.covers() != before || released);
        }
    }

    /** Adds a balloon that holds capacity on its node, or is about to. */
    public void put(Balloon balloon) {
        synchronized (cluster) {
            table.put(balloon);
            cluster.outdated();
        }
    }

    /** Returns whether there was one that held capacity. */
    public boolean removeBalloon(PodKey key) {
        synchronized (cluster) {
            boolean held = table.removeBalloon(key);
            outdatedIf(held);
            return held;
        }
    }

    /**
     * Releases balloons of the node that hold more than its reserve, except for what remains when pods have restarted
     * on that capacity.
     *
     * @param restarting what reservations need there for what restarts
     */
    public void releaseBalloons(String node, ResourceDemand restarting) {
        synchronized (cluster) {
            table.releaseBalloons(node, restarting);
            cluster.outdated();
        }
    }

    /** Returns the balloons that hold capacity. */
    public List<Balloon> balloons() {
        synchronized (cluster) {
            return table.balloons();
        }
    }

    /** Returns the balloons that were released and are not deleted yet. */
    public List<Balloon> releasedBalloons() {
        synchronized (cluster) {
            return table.releasedBalloons();
        }
    }

    private void outdatedIf(boolean changed) {
        if (changed) {
            cluster.outdated();
        }
    }
}
