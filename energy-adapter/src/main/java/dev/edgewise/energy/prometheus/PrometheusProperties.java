package dev.edgewise.energy.prometheus;

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
 * A Prometheus server that knows the charge of batteries.
 *
 * @param url of the server, with the path that its API is below, if any
 * @param queries PromQL, each with a percentage for each node; of the first query that has a node, its value counts, unless another one
 *     says something else. None by default: in most servers anybody who is scraped could answer a query that names no job
 * @param nodeLabels labels that name the node, of which the first with a known name or address counts
 * @param poll how often the server is asked, 1s..1h
 * @param timeout how long each answer may take, at least 1 ms; a query needs two, and all queries together may take 4m at most
 * @param validFor how long a value may be relied on, from 2 × {@code poll} to 30d
 * @param tokenFile holds the bearer token that the server asks for, if it does; read again for each query
 */
@ConfigurationProperties("edgewise.energy-adapter.prometheus")
public record PrometheusProperties(
        @DefaultValue("http://prometheus:9090") URI url,
        @DefaultValue List<String> queries,
        @DefaultValue({"node", "instance"}) List<String> nodeLabels,
        @DefaultValue("15s") Duration poll,
        @DefaultValue("10s") Duration timeout,
        @DefaultValue("2m") Duration validFor,
        @Nullable Path tokenFile) {
    static final String QUERIES = "edgewise.energy-adapter.prometheus.queries";

    private static final String PREFIX = "edgewise.energy-adapter.prometheus.";
    private static final Duration LONGEST_VALID = Duration.ofDays(30);

    public PrometheusProperties {
        queries = List.copyOf(queries);
        nodeLabels = List.copyOf(nodeLabels);
        PrometheusSettings.check(PREFIX, url, queries, timeout);
        boolean named = !nodeLabels.isEmpty() && nodeLabels.stream().noneMatch(String::isBlank);
        Require.that(named, PREFIX + "node-labels", nodeLabels, "one or more names of labels");
        Require.within(PREFIX + "poll", poll, Duration.ofSeconds(1), Duration.ofHours(1));
        Require.within(PREFIX + "valid-for", validFor, "2 times poll", poll.multipliedBy(2), LONGEST_VALID);
    }

    PrometheusClient client() {
        return new PrometheusClient(url, timeout, nodeLabels, tokenFile);
    }
}
