package dev.edgewise.scheduler.recovery.failure;

import dev.edgewise.scheduler.recovery.FailureCause;
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
record FailureRules(
        Set<FailureCause> causes, Duration grace, Duration notReadyGrace, Duration lastGrace, int failures) {
    FailureRules {
        causes = Set.copyOf(causes);
    }
}
