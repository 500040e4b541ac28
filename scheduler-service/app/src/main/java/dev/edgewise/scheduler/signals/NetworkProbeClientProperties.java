package dev.edgewise.scheduler.signals;

import dev.edgewise.common.Require;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of requests to network-probe for pods that only estimates keep from their nodes.
 *
 * @param url address of network-probe; none: the Service {@code network-probe} of this namespace [URL]
 * @param nodes nodes measured for one pod at a time [1 to 32]
 * @param interval least time between two requests of a pod [1s to 1d]
 * @param timeout timeout to connect, and of an answer [1ms to 1m]
 * @param tokenFile file with the bearer token for network-probe; read for each request [file]
 */
@ConfigurationProperties("edgewise.scheduler.probe")
record NetworkProbeClientProperties(
        @Nullable URI url,
        @DefaultValue("8") int nodes,
        @DefaultValue("30s") Duration interval,
        @DefaultValue("2s") Duration timeout,
        @Nullable Path tokenFile) {
    public NetworkProbeClientProperties {
        if (url != null) {
            Require.httpUrl("edgewise.scheduler.probe.url", url, "http://network-probe:8080");
        }
        Require.within("edgewise.scheduler.probe.nodes", nodes, 1, 32);
        Require.within("edgewise.scheduler.probe.interval", interval, Duration.ofSeconds(1), Duration.ofDays(1));
        Require.within("edgewise.scheduler.probe.timeout", timeout, Duration.ofMillis(1), Duration.ofMinutes(1));
    }
}
