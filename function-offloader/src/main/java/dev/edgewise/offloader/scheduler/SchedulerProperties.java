package dev.edgewise.offloader.scheduler;

import dev.edgewise.common.Require;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How scheduler-service is asked.
 *
 * @param url of scheduler-service, such as {@code http://scheduler-service:8080}; without it, the Service {@code scheduler-service}
 *     of this service's namespace is discovered
 * @param timeout to connect, and to be answered; 1ms..1m
 * @param tokenFile with the bearer token that scheduler-service takes questions by, read for each; none is sent without it
 */
@ConfigurationProperties("edgewise.function-offloader.scheduler")
public record SchedulerProperties(@Nullable URI url, @DefaultValue("10s") Duration timeout, @Nullable Path tokenFile) {
    private static final String PREFIX = "edgewise.function-offloader.scheduler.";

    public SchedulerProperties {
        if (url != null) {
            Require.httpUrl(PREFIX + "url", url, "http://scheduler-service:8080");
        }
        Require.within(PREFIX + "timeout", timeout, Duration.ofMillis(1), Duration.ofMinutes(1));
    }
}
