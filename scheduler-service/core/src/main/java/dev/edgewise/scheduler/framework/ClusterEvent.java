package dev.edgewise.scheduler.framework;

/** A change that can make a rejected pod placeable. */
public enum ClusterEvent {
    NODE_ADDED,
    NODE_REMOVED,
    NODE_ALLOCATABLE_CHANGED,
    NODE_LABELS_CHANGED,
    /** Taints or cordon of a node changed. */
    NODE_TAINTS_CHANGED,
    /** The features that a node's kubelet declares changed. */
    NODE_FEATURES_CHANGED,
    /** A pod was bound to a node, started to run or changed its labels. */
    POD_CHANGED,
    /** A bound pod went away or terminated: its capacity is free. */
    POD_REMOVED,
    /** A claim, volume, storage class or what a node can attach changed. */
    STORAGE_CHANGED,
    /** A claim to devices, or what its devices say, changed. */
    DEVICES_CHANGED,
    /** A reservation began to hold capacity for a pod. */
    RESERVATION_ADDED,
    NAMESPACE_CHANGED,
    /** A round-trip time changed. */
    SIGNAL_CHANGED,
    /** The energy level of a node changed. */
    ENERGY_CHANGED,
    /** A node was closed or opened for a type of pods. */
    REWARD_CHANGED
}
