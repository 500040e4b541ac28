package dev.edgewise.common.prometheus;

import dev.edgewise.common.Require;
import java.net.URI;
import java.time.Duration;
import java.util.List;

/** Checks the settings that all services with queries have. */
public final class PrometheusSettingsCheck {
    private static final Duration SHORTEST = Duration.ofMillis(1);
    /** A poll that takes longer would count as stuck. */
    private static final Duration LONGEST = Duration.ofMinutes(4);
    /** Requests of each query: one for its values, one for their times. */
    private static final long REQUESTS = 2;

    private PrometheusSettingsCheck() {}

    /** @param prefix of the properties {@code url}, {@code queries} and {@code timeout} */
    public static void check(String prefix, URI url, List<String> queries, Duration timeout) {
        Require.httpUrl(prefix + "url", url, "http://prometheus.monitoring:9090");
        Require.that(
                queries.stream().noneMatch(String::isBlank), prefix + "queries", queries, "PromQL queries, none blank");
        Duration longest = LONGEST.dividedBy(Math.max(1, REQUESTS * queries.size()));
        Require.that(
                timeout.compareTo(SHORTEST) >= 0 && timeout.compareTo(longest) <= 0,
                prefix + "timeout",
                timeout,
                "at least 1ms, and at most " + longest + ", so that all queries take " + LONGEST + " at most");
    }
}
