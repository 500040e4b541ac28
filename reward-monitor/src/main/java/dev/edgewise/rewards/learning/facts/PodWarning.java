package dev.edgewise.rewards.learning.facts;

import dev.edgewise.rewards.outcomes.OutcomeCause;
import java.time.Instant;
import java.util.Optional;

/**
 * A Warning event of a pod.
 *
 * @param uid uid of the pod
 * @param node node that the event is about; empty: the node of the pod
 * @param reason reason of the event, such as {@code FailedMount}, {@code Unhealthy}, {@code FailedBinding}; others are
 *     ignored
 * @param count number of times that it happened, 1 or more
 * @param at when it happened last
 */
public record PodWarning(String uid, String node, String reason, String message, int count, Instant at) {
    /**
     * The reason of an event that no node was found for the pod; or, if it names a node, that the pod could not be
     * bound to it.
     */
    public static final String FAILED_SCHEDULING = "FailedScheduling";

    /** Returns whether a binding failed; the event counts for the node that it names, wherever the pod is. */
    public boolean isOfBinding() {
        return reason.equals(FAILED_SCHEDULING) && !node.isEmpty();
    }

    /** Returns whether it counts as an outcome. */
    public boolean isCause() {
        return cause().isPresent();
    }

    /** Returns the cause of its outcome; empty if it does not count, or has not happened often enough. */
    public Optional<OutcomeCause> cause() {
        return WarningCauses.cause(this);
    }
}
