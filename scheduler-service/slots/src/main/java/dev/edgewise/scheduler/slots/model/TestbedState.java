package dev.edgewise.scheduler.slots.model;

/** The state of a Testbed, with the names that its clients know. */
public enum TestbedState {
    /** The testbed was not looked at yet. */
    INITIAL,
    /** Some slots are reserved or being emptied, none is occupied by a job that runs. */
    IN_PROGRESS,
    /** All slots that there are, one at least, are free. */
    SUCCESS,
    /** A pod is in a slot. */
    RUNNING,
    /** The testbed cannot be used: its spec, its nodes or their room are at fault, as its conditions say. */
    ERROR
}
