package dev.edgewise.sandbox.cluster.life;

import java.time.Duration;

/** What a kubelet does next with a pod, and after how long. */
public sealed interface PodStep {
    PodStep NOTHING = new Nothing();

    /** How long from now. */
    default Duration after() {
        return Duration.ZERO;
    }

    /** It stays as it is until something else changes it. */
    record Nothing() implements PodStep {}

    /** Its containers start, or start again. */
    record Start(Duration after) implements PodStep {}

    /** Its containers exit and will be started again. */
    record Crash(Duration after, int exitCode) implements PodStep {}

    /** Its containers exit for good: it succeeded with exit code 0, else it failed. */
    record Finish(Duration after, int exitCode) implements PodStep {}

    /** It was deleted and goes. */
    record Remove(Duration after) implements PodStep {}
}
