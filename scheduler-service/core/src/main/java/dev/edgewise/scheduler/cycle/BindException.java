package dev.edgewise.scheduler.cycle;

/** Thrown when a binding failed. */
public final class BindException extends Exception {
    private static final long serialVersionUID = 1L;

    private final Cause kind;

    /** The cause, as far as it determines the next step. */
    public enum Cause {
        /** The pod is gone, was replaced, is being deleted or is bound elsewhere: nothing is left to do. */
        OBSOLETE,
        /** The node is gone, or the API server refuses: decide again. */
        REFUSED,
        /** A volume was not made on the node, or not in time: decide again. */
        NODE_FAILED,
        /** The API server did not answer or is overloaded: decide again after a while. */
        UNAVAILABLE,
        /** This replica may not bind now: the replica that may will decide. */
        GATE_CLOSED
    }

    public BindException(Cause kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    public BindException(Cause kind, String message) {
        super(message);
        this.kind = kind;
    }

    public Cause kind() {
        return kind;
    }
}
