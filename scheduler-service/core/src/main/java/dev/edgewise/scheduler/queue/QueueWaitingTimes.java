package dev.edgewise.scheduler.queue;

import dev.edgewise.common.Backoff;
import java.time.Duration;

/**
 * The waiting times of pods.
 *
 * @param backoff between a failed attempt and the next
 * @param unschedulableTimeout after which a pod is tried again though nothing happened that could help it; more than 0
 */
public record QueueWaitingTimes(Backoff backoff, Duration unschedulableTimeout) {
    /** kube-scheduler's: 1 s doubling to 10 s, 5 min. */
    public static final QueueWaitingTimes STOCK =
            new QueueWaitingTimes(new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(10)), Duration.ofMinutes(5));

    public QueueWaitingTimes {
        if (unschedulableTimeout.isZero() || unschedulableTimeout.isNegative()) {
            throw new IllegalArgumentException(
                    "unschedulableTimeout is " + unschedulableTimeout + ", must be more than 0");
        }
    }
}
