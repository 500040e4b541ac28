package dev.edgewise.scheduler.slots.model;

/** The way in which the room of a free slot is held. */
public enum HeldBy {
    /** By a placeholder of the scheduler's state, and by a ghost pod, which other schedulers see as well. The default. */
    PODS,
    /** By a placeholder alone: Edgewise is the only scheduler on these nodes. */
    PLACEHOLDER
}
