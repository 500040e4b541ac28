package dev.edgewise.scheduler.framework;

/**
 * A change that can make a rejected pod placeable. These are the events of the scheduler's own objects; a module
 * declares those of its objects as constants of its own, names them in its filters, and raises them by a {@link
 * FactListener}. Two events are never the same, even if their names are.
 */
public final class ClusterEvent {
    /** Any event: what wakes a pod of which nothing more is known. It is never raised itself. */
    public static final ClusterEvent ANY = new ClusterEvent("Any");

    public static final ClusterEvent NODE_ADDED = new ClusterEvent("NodeAdd");
    public static final ClusterEvent NODE_REMOVED = new ClusterEvent("NodeDelete");
    public static final ClusterEvent NODE_ALLOCATABLE_CHANGED = new ClusterEvent("NodeUpdateNodeAllocatable");
    public static final ClusterEvent NODE_LABELS_CHANGED = new ClusterEvent("NodeUpdateNodeLabel");
    /** Taints or cordon of a node changed. */
    public static final ClusterEvent NODE_TAINTS_CHANGED = new ClusterEvent("NodeUpdateNodeTaint");
    /** The features that a node's kubelet declares changed. */
    public static final ClusterEvent NODE_FEATURES_CHANGED = new ClusterEvent("NodeUpdateNodeDeclaredFeature");
    /** A pod was bound to a node, started to run or changed its labels. */
    public static final ClusterEvent POD_CHANGED = new ClusterEvent("AssignedPodUpdate");
    /** A bound pod went away or terminated: its capacity is free. */
    public static final ClusterEvent POD_REMOVED = new ClusterEvent("AssignedPodDelete");
    /** A claim, volume, storage class or what a node can attach changed. */
    public static final ClusterEvent STORAGE_CHANGED = new ClusterEvent("StorageUpdate");
    /** A claim to devices, or what its devices say, changed. */
    public static final ClusterEvent DEVICES_CHANGED = new ClusterEvent("ResourceClaimUpdate");
    /** A reservation began to hold capacity for a pod. */
    public static final ClusterEvent RESERVATION_ADDED = new ClusterEvent("ReservationAdd");

    public static final ClusterEvent NAMESPACE_CHANGED = new ClusterEvent("NamespaceUpdate");
    /** A round-trip time changed. */
    public static final ClusterEvent SIGNAL_CHANGED = new ClusterEvent("SignalUpdate");
    /** The energy level of a node changed. */
    public static final ClusterEvent ENERGY_CHANGED = new ClusterEvent("EnergyUpdate");
    /** A node was closed or opened for a type of pods. */
    public static final ClusterEvent REWARD_CHANGED = new ClusterEvent("RewardUpdate");

    private final String label;

    private ClusterEvent(String label) {
        this.label = label;
    }

    /** @param label the event's name in metrics: kube-scheduler's where it has the same event */
    public static ClusterEvent of(String label) {
        return new ClusterEvent(label);
    }

    /** The event's name in metrics. */
    public String label() {
        return label;
    }

    @Override
    public String toString() {
        return label;
    }
}
