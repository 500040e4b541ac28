package dev.edgewise.scheduler.wiring;

import dev.edgewise.common.Require;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the pauses between scheduling attempts of a pod.
 *
 * @param initialBackoff backoff after the first failed attempt; doubles with each [1ms to 1h]
 * @param maxBackoff longest backoff [initial-backoff to 1d]
 * @param unschedulableTimeout time after which an unschedulable pod is retried even without an event [1s to 30d]
 */
@ConfigurationProperties("edgewise.scheduler.queue")
record QueueProperties(
        @DefaultValue("1s") Duration initialBackoff,
        @DefaultValue("10s") Duration maxBackoff,
        @DefaultValue("5m") Duration unschedulableTimeout) {
    private static final String PREFIX = "edgewise.scheduler.queue.";
    private static final Duration LONGEST_PAUSE = Duration.ofDays(1);

    public QueueProperties {
        Require.within(PREFIX + "initial-backoff", initialBackoff, Duration.ofMillis(1), Duration.ofHours(1));
        Require.within(
                PREFIX + "unschedulable-timeout", unschedulableTimeout, Duration.ofSeconds(1), Duration.ofDays(30));
        Require.within(PREFIX + "max-backoff", maxBackoff, "initial-backoff", initialBackoff, LONGEST_PAUSE);
    }
}
