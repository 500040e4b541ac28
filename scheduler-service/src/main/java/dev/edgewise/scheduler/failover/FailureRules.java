package dev.edgewise.scheduler.failover;

import java.time.Duration;
import java.util.Set;

/**
 * When a node counts as failed.
 *
 * @param causes what counts
 * @param grace how long it must last
 * @param failures how many nodes may fail together, 1 or more: room is kept for that, so that it is no outage
 */
record FailureRules(Set<Cause> causes, Duration grace, int failures) {
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
