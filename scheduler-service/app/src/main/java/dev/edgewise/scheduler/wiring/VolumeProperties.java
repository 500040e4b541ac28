package dev.edgewise.scheduler.wiring;

import dev.edgewise.common.Require;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the limits for pods that wait for their volumes before they are bound.
 *
 * @param bindTimeout how long a pod waits for its claims before it is scheduled again [1s to 1d]
 * @param maxConcurrentWaits pods that wait for claims at a time; below {@code bind.concurrency} [1 to 256]
 */
@ConfigurationProperties("edgewise.scheduler.volumes")
record VolumeProperties(@DefaultValue("10m") Duration bindTimeout, @DefaultValue("8") int maxConcurrentWaits) {
    public VolumeProperties {
        Require.within(
                "edgewise.scheduler.volumes.bind-timeout", bindTimeout, Duration.ofSeconds(1), Duration.ofDays(1));
        Require.within("edgewise.scheduler.volumes.max-concurrent-waits", maxConcurrentWaits, 1, 256);
    }
}
