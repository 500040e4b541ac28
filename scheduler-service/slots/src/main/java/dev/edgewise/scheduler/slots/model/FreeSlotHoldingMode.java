package dev.edgewise.scheduler.slots.model;

/** The way in which the room of a free slot is held. */
public enum FreeSlotHoldingMode {
    /** A placeholder of the scheduler's state, and a pause pod, which other schedulers see as well. The default. */
    PODS,
    /** A placeholder alone: Edgewise is the only scheduler on these nodes. */
    PLACEHOLDER
}
