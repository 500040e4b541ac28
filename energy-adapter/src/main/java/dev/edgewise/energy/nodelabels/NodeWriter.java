package dev.edgewise.energy.nodelabels;

/** Writes to nodes. */
@FunctionalInterface
public interface NodeWriter {
    /** Results of a write. */
    enum Result {
        /** The write succeeded. */
        WRITTEN,
        /** The node has changed since it was read, or is gone. */
        OUTDATED,
        /** The API server refuses it. */
        REFUSED,
        /** The API server does not answer, or is overloaded. */
        UNAVAILABLE
    }

    /** @param problem what the API server says, if it is not written */
    record Outcome(Result result, String problem) {}

    /** Labels are set one by one; taints only if the node is as it was read. */
    Outcome write(NodeChange change);
}
