package dev.edgewise.scheduler.recovery;

import java.time.Duration;
import java.util.Set;

/**
 * The rules by which a node counts as failed.
 *
 * @param causes the causes that count
 * @param grace how long a failure must last
 * @param notReadyGrace how long a kubelet must report that its node is not ready: it does so while containerd or the
 *     network plugin restarts, and the pods keep running
 * @param lastGrace how long a failure must last if one more failed node would pause recovery, so that the next failures
 *     of an outage are seen first
 * @param failures how many nodes may fail together, 1 or more: capacity is reserved for as many, so that these are no
 *     outage
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
