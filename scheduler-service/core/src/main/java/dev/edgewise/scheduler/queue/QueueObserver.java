package dev.edgewise.scheduler.queue;

import dev.edgewise.scheduler.framework.ClusterEvent;
import org.jspecify.annotations.Nullable;

/** Receives each pod that enters a part of the queue. Called under the queue's lock: must not block. */
@FunctionalInterface
public interface QueueObserver {
    QueueObserver NONE = (part, cause, event) -> {};

    /** The parts of the queue. */
    enum Part {
        ACTIVE,
        BACKOFF,
        UNSCHEDULABLE,
        GATED
    }

    /** The cause for which a pod entered a part. */
    enum Cause {
        POD_ADDED,
        POD_UPDATED,
        ATTEMPT_FAILED,
        BACKOFF_COMPLETE,
        UNSCHEDULABLE_TIMEOUT,
        CLUSTER_EVENT,
        /** Taken before its backoff ended, as the queue was otherwise empty. */
        TAKEN_EARLY,
        /** Activated after its preemption failed. */
        ACTIVATED
    }

    /**
     * A pod entered the part.
     *
     * @param event the one that woke it; null unless the cause is {@link Cause#CLUSTER_EVENT}
     */
    void entered(Part part, Cause cause, @Nullable ClusterEvent event);
}
