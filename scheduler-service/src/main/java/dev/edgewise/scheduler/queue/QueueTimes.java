package dev.edgewise.scheduler.queue;

import java.time.Duration;

/**
 * How long pods wait.
 *
 * @param initialBackoff between the first failed attempt and the next; doubles with each further one; more than 0
 * @param maxBackoff what it grows to; at least the initial one
 * @param unschedulableTimeout after which a pod is tried again though nothing happened that could help it; more than 0
 */
public record QueueTimes(Duration initialBackoff, Duration maxBackoff, Duration unschedulableTimeout) {
    /** kube-scheduler's: 1 s doubling to 10 s, 5 min. */
    public static final QueueTimes STOCK =
            new QueueTimes(Duration.ofSeconds(1), Duration.ofSeconds(10), Duration.ofMinutes(5));

    public QueueTimes {
        requirePositive("initialBackoff", initialBackoff);
        requirePositive("unschedulableTimeout", unschedulableTimeout);
        if (maxBackoff.compareTo(initialBackoff) < 0) {
            throw new IllegalArgumentException(
                    "maxBackoff is " + maxBackoff + ", must be at least initialBackoff, " + initialBackoff);
        }
    }

    /** How long a pod rests after so many attempts. */
    Duration backoff(int attempts) {
        Duration backoff = initialBackoff;
        for (int i = 1; i < attempts && backoff.compareTo(maxBackoff) < 0; i++) {
            backoff = backoff.multipliedBy(2);
        }
        return backoff.compareTo(maxBackoff) < 0 ? backoff : maxBackoff;
    }

    private static void requirePositive(String name, Duration duration) {
        if (duration.isZero() || duration.isNegative()) {
            throw new IllegalArgumentException(name + " is " + duration + ", must be more than 0");
        }
    }
}
