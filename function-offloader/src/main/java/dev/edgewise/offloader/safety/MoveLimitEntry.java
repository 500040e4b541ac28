package dev.edgewise.offloader.safety;

import java.time.Duration;

/**
 * A move or a place that limits further moves for a while, as the next leader takes it over. It has an age instead of a
 * moment, so that no two clocks are compared: the time from when it was written until it is read does not count, and a
 * limit lasts longer rather than shorter.
 *
 * @param pod UID of the pod that moved; empty if the pod does not matter
 * @param node empty if the node does not matter
 */
public record MoveLimitEntry(Kind kind, Workload workload, String pod, String node, Duration age) {
    /** The kinds of marks. */
    public enum Kind {
        /** A move of the workload began. */
        BEGUN,
        /** A pod of it left the node. */
        MOVED,
        /** The workload's pods stay on the node. */
        STAYS,
        /** The workload's pods do not return to the node. */
        LEFT
    }
}
