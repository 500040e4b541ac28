package dev.edgewise.scheduler.slots.model;

/** The state of a slot. */
public enum SlotState {
    /** No run has it, and no pod is in it. */
    FREE,
    /** A run of a job has it, and no pod of that run is in it yet, or no longer. */
    RESERVED,
    /** A pod is in it, also one that has finished or is being deleted: the slot is free when the pod is gone. */
    OCCUPIED,
    /**
     * The node is gone or unreachable for too long, or a pod in it could not be removed in time. No job is placed into
     * it.
     */
    LOST
}
