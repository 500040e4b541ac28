package dev.edgewise.common.prometheus;

import dev.edgewise.common.Require;
import java.net.URI;
import java.time.Duration;
import java.util.List;

/** Checks the settings that all services with queries have. */
public final class PrometheusSettings {
    /** A poll that takes longer would count as stuck. */
    private static final Duration LONGEST = Duration.ofMinutes(4);
    /** One for the values of a query, one for their times. */
    private static final long REQUESTS = 2;

    private PrometheusSettings() {}

    /** @param prefix of the properties {@code url}, {@code queries} and {@code timeout} */
    public static void check(String prefix, URI url, List<String> queries, Duration timeout) {
        Require.that(
                url.getRawUserInfo() == null,
                prefix + "url",
                url.getScheme() + "://***@" + url.getHost(),
                "without user and password, which would not be sent: a token may be in token-file");
        boolean http = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
        Require.that(http && url.getHost() != null, prefix + "url", url, "such as http://prometheus.monitoring:9090");
        Require.that(
                queries.stream().noneMatch(String::isBlank), prefix + "queries", queries, "PromQL queries, none blank");
        Require.positive(prefix + "timeout", timeout);
        long requests = Math.max(1, REQUESTS * queries.size());
        Require.that(
                timeout.compareTo(LONGEST.dividedBy(requests)) <= 0,
                prefix + "timeout",
                timeout,
                "at most " + LONGEST.dividedBy(requests) + ", so that all queries take " + LONGEST + " at most");
    }
}
