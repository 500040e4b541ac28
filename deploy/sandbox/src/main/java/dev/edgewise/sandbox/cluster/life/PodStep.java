package dev.edgewise.sandbox.cluster.life;

import java.time.Duration;

/** Next step of a kubelet for a pod, and its delay. */
public sealed interface PodStep {
    PodStep NOTHING = new Nothing();

    /** Delay from now. */
    default Duration after() {
        return Duration.ZERO;
    }

    /** The pod stays as it is until something else changes it. */
    record Nothing() implements PodStep {}

    /** The containers start, or start again. */
    record Start(Duration after) implements PodStep {}

    /** The containers exit and will be started again. */
    record Crash(Duration after, int exitCode) implements PodStep {}

    /** The containers exit permanently: the pod succeeded with exit code 0, else it failed. */
    record Finish(Duration after, int exitCode) implements PodStep {}

    /** The pod was deleted and is removed. */
    record Remove(Duration after) implements PodStep {}
}
