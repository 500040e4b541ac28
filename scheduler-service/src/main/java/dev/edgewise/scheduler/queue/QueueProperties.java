package dev.edgewise.scheduler.queue;

import dev.edgewise.common.Require;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How long pods wait between attempts.
 *
 * @param initialBackoff pause after the first failed attempt, doubling with each; above 0
 * @param maxBackoff the longest pause; at least {@code initialBackoff}
 * @param unschedulableTimeout after this time an unschedulable pod is tried again though nothing happened; above 0
 */
@ConfigurationProperties("edgewise.scheduler.queue")
record QueueProperties(
        @DefaultValue("1s") Duration initialBackoff,
        @DefaultValue("10s") Duration maxBackoff,
        @DefaultValue("5m") Duration unschedulableTimeout) {
    public QueueProperties {
        Require.positive("edgewise.scheduler.queue.initial-backoff", initialBackoff);
        Require.positive("edgewise.scheduler.queue.unschedulable-timeout", unschedulableTimeout);
        Require.that(
                maxBackoff.compareTo(initialBackoff) >= 0,
                "edgewise.scheduler.queue.max-backoff",
                maxBackoff,
                "at least initial-backoff, " + initialBackoff);
    }
}
