package dev.edgewise.scheduler.queue;

import dev.edgewise.common.Require;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How long pods wait between attempts.
 *
 * @param initialBackoff pause after the first failed attempt, doubling with each, 1ms..1h
 * @param maxBackoff the longest pause, from {@code initialBackoff} to 1d
 * @param unschedulableTimeout after this time an unschedulable pod is tried again though nothing happened, 1s..30d
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
