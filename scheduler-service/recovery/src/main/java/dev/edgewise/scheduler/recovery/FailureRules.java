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
    /** What may be wrong with a node. */
    enum Cause {
        /** Its kubelet says that it is not ready. */
        NOT_READY,
        /** Its kubelet says nothing: it may be down, or cut off and running. */
        UNREACHABLE,
        DELETED,
        /** No other node gets an answer from it, whatever its kubelet says. */
        SILENT
    }

    FailureRules {
        causes = Set.copyOf(causes);
    }
}
