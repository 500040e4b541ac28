package dev.edgewise.rewards.learning;

import java.time.Instant;

/**
 * A Warning event of a pod.
 *
 * @param uid of the pod
 * @param node that the event is about; empty: the one that the pod is on
 * @param reason such as {@code FailedMount}, {@code Unhealthy}, {@code FailedBinding}; others are ignored
 * @param count how often it happened, 1 or more
 * @param at when it happened last
 */
public record PodTrouble(String uid, String node, String reason, String message, int count, Instant at) {
    /** No node was found for the pod; or, where it names a node, the pod could not be bound to that. */
    public static final String FAILED_SCHEDULING = "FailedScheduling";

    /** Whether a binding failed: that is of the node that it names, wherever the pod is. */
    public boolean isOfBinding() {
        return reason.equals(FAILED_SCHEDULING) && !node.isEmpty();
    }

    /** Whether it counts as an outcome, as it is of a kind that does and happened often enough. */
    public boolean isCause() {
        return Troubles.cause(this).isPresent();
    }
}
