package dev.edgewise.offloader.plan;

/** The reason for a move. */
public enum MoveCause {
    /** The target has more energy. */
    ENERGY,
    /** The node does not meet the pod's delay needs any more. */
    DELAY,
    /** The node is in quarantine, as pods of this type failed there. */
    REWARD,
    /** A person asked for it. */
    REQUEST;

    /** Whether the scheduler would not place the pod where it runs any more. */
    public boolean isViolation() {
        return this == DELAY || this == REWARD;
    }
}
