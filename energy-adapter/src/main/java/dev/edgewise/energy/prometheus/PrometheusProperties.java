package dev.edgewise.energy.prometheus;

import dev.edgewise.common.Require;
import dev.edgewise.common.prometheus.PrometheusClient;
import dev.edgewise.common.prometheus.PrometheusSettingsCheck;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of a Prometheus server with the charge of batteries.
 *
 * @param url address of the server, with the path before {@code /api/v1} if it has one [URL]
 * @param queries queries with a percentage for each node; the first that has a node counts [PromQL list, required]
 * @param nodeLabels labels that may name the node; the first with a known name or address counts [labels]
 * @param cluster label {@code cluster} of this cluster's series; others are left out [text]
 * @param poll time between two polls; best as often as Prometheus scrapes [1s to 1h]
 * @param timeout timeout of an answer; a query needs two, and all may take {@code 4m} at most [duration]
 * @param validFor validity of a value [2 × poll to 30d]
 * @param tokenFile file with the bearer token for Prometheus; read for each query [file]
 */
@ConfigurationProperties("edgewise.energy-adapter.prometheus")
public record PrometheusProperties(
        @DefaultValue("http://prometheus:9090") URI url,
        @DefaultValue List<String> queries,
        @DefaultValue({"node", "instance"}) List<String> nodeLabels,
        @DefaultValue("") String cluster,
        @DefaultValue("15s") Duration poll,
        @DefaultValue("10s") Duration timeout,
        @DefaultValue("2m") Duration validFor,
        @Nullable Path tokenFile) {
    static final String CLUSTER_LABEL = "cluster";
    static final String QUERIES = "edgewise.energy-adapter.prometheus.queries";

    private static final String PREFIX = "edgewise.energy-adapter.prometheus.";
    private static final Duration LONGEST_VALID = Duration.ofDays(30);

    public PrometheusProperties {
        queries = List.copyOf(queries);
        nodeLabels = List.copyOf(nodeLabels);
        PrometheusSettingsCheck.check(PREFIX, url, queries, timeout);
        boolean named = !nodeLabels.isEmpty() && nodeLabels.stream().noneMatch(String::isBlank);
        Require.that(named, PREFIX + "node-labels", nodeLabels, "one or more names of labels");
        Require.within(PREFIX + "poll", poll, Duration.ofSeconds(1), Duration.ofHours(1));
        Require.within(PREFIX + "valid-for", validFor, "2 times poll", poll.multipliedBy(2), LONGEST_VALID);
    }

    PrometheusClient client() {
        List<String> labels = Stream.concat(nodeLabels.stream(), Stream.of(CLUSTER_LABEL))
                .distinct()
                .toList();
        return new PrometheusClient(url, timeout, labels, tokenFile);
    }
}
