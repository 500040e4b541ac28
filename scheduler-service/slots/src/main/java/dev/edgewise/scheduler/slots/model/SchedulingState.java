package dev.edgewise.scheduler.slots.model;

/** The state of a Scheduling. */
public enum SchedulingState {
    /** The Scheduling holds nothing yet: its spec is wrong, or others hold its testbed or its jobs. */
    ACQUIRING,
    /** Jobs wait for slots. */
    SUBMITTING,
    /** Jobs that have slots are being started, while others wait for slots. */
    CONFIRMING,
    /** All jobs have started. */
    AWAITING_COMPLETION,
    /** The Scheduling was deleted or has failed; its applications are being deleted and its pods leave their slots. */
    RELEASING,
    /** All jobs have ended, and none failed but those that may be skipped. The testbed is free. */
    COMPLETED,
    /** A job failed that must not, or its testbed was deleted. It holds nothing any more. */
    FAILED
}
