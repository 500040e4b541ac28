package dev.edgewise.energy.marks;

/** Writes to nodes. */
@FunctionalInterface
public interface NodeWriter {
    /** How a write ended. */
    enum Result {
        /** It is done. */
        WRITTEN,
        /** The node has changed since it was read, or is gone. */
        OUTDATED,
        /** The API server refuses it. */
        REFUSED,
        /** The API server does not answer, or is overloaded. */
        UNAVAILABLE
    }

    /** Labels are set one by one; taints only if the node is as it was read. */
    Result write(NodeChange change);
}
