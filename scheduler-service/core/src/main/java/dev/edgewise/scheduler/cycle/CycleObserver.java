package dev.edgewise.scheduler.cycle;

import dev.edgewise.scheduler.framework.Decision;
import dev.edgewise.scheduler.model.Pod;
import java.time.Duration;

/** Observes the cycle, for metrics, logs and traces. Called on the deciding and the binding threads; must not block. */
public interface CycleObserver {
    CycleObserver NONE = new CycleObserver() {};

    /** The result of an attempt. */
    enum Result {
        SCHEDULED,
        UNSCHEDULABLE,
        /** An error of the scheduler, or an API server that does not answer. */
        ERROR
    }

    /** The steps around a decision. */
    enum Step {
        PRE_BIND,
        BIND,
        /** The attempt to preempt. */
        POST_FILTER
    }

    /** Runs an attempt to place the pod, up to where its binding begins. */
    default void attempt(Pod pod, Runnable attempt) {
        attempt.run();
    }

    /** A decision was taken, in that time. */
    default void decided(Decision decision, Duration took) {}

    /** A pod was tried, from the snapshot to the end of its binding if it came to that. */
    default void attempted(String profile, Result result, Duration took) {}

    /**
     * The pod is bound as decided, or no node would do.
     *
     * @param attempt how often the pod was tried, at least 1
     * @param took from the snapshot to the end of its binding if it came to that
     */
    default void concluded(Decision decision, int attempt, Duration took) {}

    /**
     * A pod is bound.
     *
     * @param waited since it entered the queue
     */
    default void scheduled(int attempts, Duration waited) {}

    /** A step was done, or failed. */
    default void stepped(Step step, String profile, boolean success, Duration took) {}

    /** A preemption was tried and evicts that many pods; none if it would not help. */
    default void preempted(int victims) {}

    /** An attempt for the pod failed by an error of the scheduler itself; the loop continues. To be logged. */
    default void attemptFailed(Pod pod, RuntimeException cause) {}
}
