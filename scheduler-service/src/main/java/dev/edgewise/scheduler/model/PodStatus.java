package dev.edgewise.scheduler.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What became of a pod.
 *
 * @param nominatedNode the node that a preemption cleared for it, or null
 * @param startedAt when its kubelet took it on, or null
 */
public record PodStatus(Phase phase, @Nullable String nominatedNode, @Nullable Instant startedAt) {
    public static final PodStatus PENDING = new PodStatus(Phase.PENDING, null, null);

    /** The pod phases of the API. */
    public enum Phase {
        PENDING,
        RUNNING,
        SUCCEEDED,
        FAILED,
        UNKNOWN;

        /** A terminated pod gives its room back. */
        public boolean isTerminal() {
            return this == SUCCEEDED || this == FAILED;
        }
    }
}
