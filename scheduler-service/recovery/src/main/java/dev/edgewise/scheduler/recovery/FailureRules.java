package dev.edgewise.scheduler.recovery;

import java.time.Duration;
import java.util.Set;

/**
 * When a node counts as failed.
 *
 * @param causes what counts
 * @param grace how long it must last
 * @param notReadyGrace how long a kubelet must say that its node is not ready: it does while containerd or the network plugin restarts, and the pods run on
 * @param lastGrace how long it must last where recovery would be held if one more node failed, so that the next ones of an outage are seen first
 * @param failures how many nodes may fail together, 1 or more: room is kept for that, so that it is no outage
 */
record FailureRules(Set<Cause> causes, Duration grace, Duration notReadyGrace, Duration lastGrace, int failures) {
    /** The causes of a node's failure. */
    enum Cause {
        /** The kubelet reports that the node is not ready. */
        NOT_READY,
        /** The kubelet reports nothing: the node may be down, or disconnected and running. */
        UNREACHABLE,
        DELETED,
        /** The node answers no other node, whatever its kubelet reports. */
        SILENT
    }

    FailureRules {
        causes = Set.copyOf(causes);
    }
}
