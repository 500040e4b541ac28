package dev.edgewise.scheduler.signals;

import dev.edgewise.common.Require;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Measurements that are asked for when only estimates keep a pod from its nodes.
 *
 * @param url of network-probe, such as {@code http://network-probe:8080}; without it, the Service {@code network-probe} of this
 *     service's namespace is discovered
 * @param nodes how many nodes are measured for one pod at a time, 1..32
 * @param interval time from one request of a pod to its next; 1s..1d
 * @param timeout to connect, and to be answered; 1ms..1m
 * @param tokenFile with the bearer token that network-probe takes requests by, read for each; none is sent without it
 */
@ConfigurationProperties("edgewise.scheduler.probe")
record ProbeProperties(
        @Nullable URI url,
        @DefaultValue("8") int nodes,
        @DefaultValue("30s") Duration interval,
        @DefaultValue("2s") Duration timeout,
        @Nullable Path tokenFile) {
    public ProbeProperties {
        if (url != null) {
            Require.httpUrl("edgewise.scheduler.probe.url", url, "http://network-probe:8080");
        }
        Require.within("edgewise.scheduler.probe.nodes", nodes, 1, 32);
        Require.within("edgewise.scheduler.probe.interval", interval, Duration.ofSeconds(1), Duration.ofDays(1));
        Require.within("edgewise.scheduler.probe.timeout", timeout, Duration.ofMillis(1), Duration.ofMinutes(1));
    }
}
