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
    /** Whether it counts as an outcome, as it is of a kind that does and happened often enough. */
    public boolean isCause() {
        return Troubles.cause(this).isPresent();
    }
}
