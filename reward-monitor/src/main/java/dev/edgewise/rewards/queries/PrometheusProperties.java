package dev.edgewise.rewards.queries;

import dev.edgewise.common.Require;
import dev.edgewise.common.prometheus.PrometheusClient;
import dev.edgewise.common.prometheus.PrometheusSettings;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * A Prometheus server that knows how applications do.
 *
 * @param url of the server, with the path that its API is below, if any
 * @param queries PromQL, each with a value from 0, as bad as a failure, to 1 for each pod, whose labels {@code namespace} and {@code pod}
 *     name it; without any, no server is asked
 * @param poll how often the server is asked, 5s..1h; each answer is an outcome of each pod
 * @param timeout how long each answer may take, at least 1 ms; a query needs two, and all queries together may take 4m at most
 * @param tokenFile holds the bearer token that the server asks for, if it does; read again for each query
 */
@ConfigurationProperties("edgewise.reward-monitor.prometheus")
public record PrometheusProperties(
        @DefaultValue("http://prometheus:9090") URI url,
        @DefaultValue List<String> queries,
        @DefaultValue("1m") Duration poll,
        @DefaultValue("10s") Duration timeout,
        @Nullable Path tokenFile) {
    static final String NAMESPACE = "namespace";
    static final String POD = "pod";

    private static final String PREFIX = "edgewise.reward-monitor.prometheus.";

    public PrometheusProperties {
        queries = List.copyOf(queries);
        PrometheusSettings.check(PREFIX, url, queries, timeout);
        Require.within(PREFIX + "poll", poll, Duration.ofSeconds(5), Duration.ofHours(1));
    }

    PrometheusClient client() {
        return new PrometheusClient(url, timeout, List.of(NAMESPACE, POD), tokenFile);
    }
}
