package dev.edgewise.scheduler.slots.model;

/** The state of a BatchJob. */
public enum BatchJobState {
    /** No Scheduling has claimed it since it was made or released. */
    READY,
    /** Its spec cannot be followed; repaired by another spec. */
    INVALID,
    /** A Scheduling holds it, and it waits for its slots or for the pause after a failed run. */
    IN_QUEUE,
    /** It has slots, and its application is being made. */
    SUBMITTED,
    /** All of its slots have pods. */
    SCHEDULED,
    /** Its application runs. */
    RUNNING,
    /** Its run has ended; its application is being deleted and its pods are leaving their slots. */
    STOPPING,
    /** Its last run was successful; its application and pods are gone. Latched until it is claimed again. */
    COMPLETED,
    /** Its last run failed, and no retry is left; its application and pods are gone. Latched until it is claimed again. */
    FAILED
}
