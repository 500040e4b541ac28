package dev.edgewise.scheduler.slots.model;

/** The state of a BatchJob. */
public enum BatchJobState {
    /** No Scheduling has claimed it since it was made or released. */
    READY,
    /** The spec cannot be followed; another spec repairs it. */
    INVALID,
    /** A Scheduling holds it, and it waits for its slots or for the pause after a failed run. */
    IN_QUEUE,
    /** The job has slots, and its application is being made. */
    SUBMITTED,
    /** Every slot of the job has a pod. */
    SCHEDULED,
    /** The application runs. */
    RUNNING,
    /** The run has ended; its application is being deleted and its pods are leaving their slots. */
    STOPPING,
    /** The run was successful; its application and pods are gone. Latched until the job is released. */
    COMPLETED,
    /** The run failed, and no retry is left; its application and pods are gone. Latched until the job is released. */
    FAILED
}
