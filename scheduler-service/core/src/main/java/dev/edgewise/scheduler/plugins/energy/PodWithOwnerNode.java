package dev.edgewise.scheduler.plugins.energy;

import dev.edgewise.common.Names;
import dev.edgewise.common.signal.energy.EnergyReading;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.signals.energy.NodeEnergy;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import dev.edgewise.scheduler.state.WorkloadNodes;
import org.jspecify.annotations.Nullable;

/**
 * A pod as the papers' rules see it: the node that owns it, and the node where its workload was placed last. Charges
 * are whole percents.
 */
final class PodWithOwnerNode {
    /** The charge of a node without a valid reading. */
    static final int UNKNOWN = -1;

    private final Pod pod;
    private final Snapshot snapshot;
    private final String owner;
    private final int ownerPercent;
    private final @Nullable String host;

    private PodWithOwnerNode(Pod pod, Snapshot snapshot, String owner, int ownerPercent) {
        this.pod = pod;
        this.snapshot = snapshot;
        this.owner = owner;
        this.ownerPercent = ownerPercent;
        this.host = lastNode(pod, snapshot);
    }

    /** Returns null if the pod names no owner whose charge is known: the rules then do not apply to it. */
    static @Nullable PodWithOwnerNode of(Pod pod, Snapshot snapshot) {
        String owner = ownerOf(pod);
        int percent = owner == null ? UNKNOWN : percent(snapshot, snapshot.positionOf(owner));
        return owner == null || percent == UNKNOWN ? null : new PodWithOwnerNode(pod, snapshot, owner, percent);
    }

    static @Nullable String ownerOf(Pod pod) {
        return pod.annotations().get(Names.OWNER_NODE_ANNOTATION);
    }

    int ownerPercent() {
        return ownerPercent;
    }

    boolean isOwnedBy(NodeState node) {
        return node.name().equals(owner);
    }

    /** Returns whether its workload was last placed on that node, and the node does not own the pod. */
    boolean wasOn(NodeState node) {
        return node.name().equals(host) && !isOwnedBy(node);
    }

    /** The node's charge, or {@link #UNKNOWN}. */
    int percent(NodeState node) {
        return percent(snapshot, snapshot.positionOf(node));
    }

    /** The charge of the best powered node of the cluster, or {@link #UNKNOWN}. */
    int highestPercent() {
        int highest = UNKNOWN;
        for (int position = 0; position < snapshot.nodes().size(); position++) {
            highest = Math.max(highest, percent(snapshot, position));
        }
        return highest;
    }

    /**
     * Returns whether the node has capacity for the pod and, besides, for the pods that it owns and that are elsewhere.
     */
    boolean fitsBesideOwn(NodeState node) {
        long kept = snapshot.milliCpuAwayFrom(node.name(), pod.namespace());
        return node.freeMilliCpu() - kept >= pod.spec().requests().needed().milliCpu();
    }

    private static @Nullable String lastNode(Pod pod, Snapshot snapshot) {
        WorkloadNodes.Workload workload = snapshot.get(WorkloadNodes.FACT).find(pod.namespace(), pod.workload());
        return workload == null ? null : workload.lastNode();
    }

    /** Rounds half to even, like the papers' planners. */
    private static int percent(Snapshot snapshot, int position) {
        NodeEnergy energy = snapshot.energy().at(position);
        EnergyReading reading = energy.valid();
        return reading == null ? UNKNOWN : (int) Math.rint(reading.percent());
    }
}
