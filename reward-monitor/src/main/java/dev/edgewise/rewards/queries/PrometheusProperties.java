package dev.edgewise.rewards.queries;

import dev.edgewise.common.Require;
import dev.edgewise.common.prometheus.PrometheusClient;
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
 * @param poll how often the server is asked, 5s or more; each answer is an outcome of each pod
 * @param timeout how long each answer may take, positive; a query needs two, and all queries together may take 4m at most
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

    /** A poll that takes longer would count as stuck. */
    private static final Duration LONGEST = Duration.ofMinutes(4);

    private static final String PREFIX = "edgewise.reward-monitor.prometheus.";

    public PrometheusProperties {
        boolean http = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
        Require.that(
                http && url.getHost() != null && url.getRawUserInfo() == null,
                PREFIX + "url",
                url.getScheme() + "://" + url.getHost(),
                "such as http://prometheus.monitoring:9090, without user and password: a token may be in token-file");
        queries = List.copyOf(queries);
        Require.that(
                queries.stream().noneMatch(String::isBlank), PREFIX + "queries", queries, "PromQL queries, none blank");
        Require.that(poll.compareTo(Duration.ofSeconds(5)) >= 0, PREFIX + "poll", poll, "5s or more");
        Require.positive(PREFIX + "timeout", timeout);
        Require.that(
                timeout.multipliedBy(2L * queries.size()).compareTo(LONGEST) <= 0,
                PREFIX + "timeout",
                timeout,
                "short enough that all queries, with two answers each, take " + LONGEST + " at most");
    }

    PrometheusClient client() {
        return new PrometheusClient(url, timeout, List.of(NAMESPACE, POD), tokenFile);
    }
}
