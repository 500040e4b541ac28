package dev.edgewise.rewards.queries;

import dev.edgewise.common.Require;
import dev.edgewise.common.prometheus.PrometheusClient;
import dev.edgewise.common.prometheus.PrometheusSettingsCheck;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of a Prometheus server with outcomes of applications.
 *
 * @param url address of the server, with the path before {@code /api/v1} if it has one [URL]
 * @param queries queries with a value 0 to 1 for each pod; none: no server is asked [PromQL list]
 * @param poll time between two polls; each answer is an outcome of each pod [5s to 1h]
 * @param timeout timeout of an answer; a query needs two, and all may take {@code 4m} at most [duration]
 * @param tokenFile file with the bearer token for Prometheus; read for each query [file]
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
        PrometheusSettingsCheck.check(PREFIX, url, queries, timeout);
        Require.within(PREFIX + "poll", poll, Duration.ofSeconds(5), Duration.ofHours(1));
    }

    PrometheusClient client() {
        return new PrometheusClient(url, timeout, List.of(NAMESPACE, POD), tokenFile);
    }
}
