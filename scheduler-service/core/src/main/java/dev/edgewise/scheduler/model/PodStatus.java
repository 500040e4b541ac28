package dev.edgewise.scheduler.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The status of a pod, as far as placement needs it.
 *
 * @param nominatedNode the node that a preemption cleared for it, or null
 * @param startedAt when its kubelet took it on, or null
 * @param preempted whether a scheduler evicts it for another pod: condition {@code DisruptionTarget}, reason {@code
 *     PreemptionByScheduler}
 * @param scheduled whether it has the condition {@code PodScheduled}, true or false: with a node, it was bound there,
 *     or a kubelet took it; clients with the right to create pods can name a node that does not exist, but not write
 *     this
 * @param unprotected whether a leader has written that no node keeps capacity for it: condition {@code
 *     edgewise.dev/Protected} is {@code False}
 */
public record PodStatus(
        Phase phase,
        @Nullable String nominatedNode,
        @Nullable Instant startedAt,
        boolean preempted,
        boolean scheduled,
        boolean unprotected) {
    public static final PodStatus PENDING = new PodStatus(Phase.PENDING, null, null);

    public PodStatus(Phase phase, @Nullable String nominatedNode, @Nullable Instant startedAt) {
        this(phase, nominatedNode, startedAt, false, false, false);
    }

    /** The pod phases of the API. */
    public enum Phase {
        PENDING,
        RUNNING,
        SUCCEEDED,
        FAILED,
        UNKNOWN;

        /** A terminated pod gives its capacity back. */
        public boolean isTerminal() {
            return this == SUCCEEDED || this == FAILED;
        }
    }
}
