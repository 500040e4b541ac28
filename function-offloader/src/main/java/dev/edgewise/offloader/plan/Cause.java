package dev.edgewise.offloader.plan;

/** What a move is for. */
public enum Cause {
    /** The target has more energy. */
    ENERGY,
    /** The scheduler would not place the pod where it runs any more. */
    DELAY,
    /** A person asked for it. */
    REQUEST
}
