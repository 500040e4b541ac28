package dev.edgewise.offloader.scheduler;

import dev.edgewise.common.Require;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the connection to scheduler-service.
 *
 * @param url address of scheduler-service; none: the Service {@code scheduler-service} of this namespace [URL]
 * @param timeout timeout to connect, and of an answer [1ms to 1m]
 * @param tokenFile file with the bearer token for scheduler-service; set in the manifest [file]
 */
@ConfigurationProperties("edgewise.function-offloader.scheduler")
public record SchedulerClientProperties(
        @Nullable URI url, @DefaultValue("10s") Duration timeout, @Nullable Path tokenFile) {
    private static final String PREFIX = "edgewise.function-offloader.scheduler.";

    public SchedulerClientProperties {
        if (url != null) {
            Require.httpUrl(PREFIX + "url", url, "http://scheduler-service:8080");
        }
        Require.within(PREFIX + "timeout", timeout, Duration.ofMillis(1), Duration.ofMinutes(1));
    }
}
