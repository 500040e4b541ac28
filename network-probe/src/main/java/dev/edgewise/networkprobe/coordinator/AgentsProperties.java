package dev.edgewise.networkprobe.coordinator;

import dev.edgewise.common.Require;
import dev.edgewise.networkprobe.protocol.ProtocolLimits;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the agents that measure round-trip times.
 *
 * @param round time between two measurements of a pair; at most half of {@code publish.valid-for} [100ms to 1h]
 * @param echoes probes for each pair and round [1 to 100]
 * @param port UDP and TCP port of the agents' echo [1 to 65535]
 * @param halfLife time after which a measurement weighs half in the percentiles [one round to 30d]
 * @param silentRounds rounds without an answer after which a pair counts as unreachable [1 to 1000]
 * @param serviceAccount ServiceAccount of the agents [name]
 * @param tokenCache how long a reviewed agent token is trusted [1ms to 1d]
 * @param reportsPerRound reports of one agent in a round; further ones get 429 [2 to 1000000]
 * @param reportsPerSecond target for all agents together; in larger clusters a report has several rounds, six at
 *     most [1 to 1000000]
 */
@ConfigurationProperties("edgewise.network-probe.agents")
public record AgentsProperties(
        @DefaultValue("10s") Duration round,
        @DefaultValue("5") int echoes,
        @DefaultValue("6970") int port,
        @DefaultValue("5m") Duration halfLife,
        @DefaultValue("3") int silentRounds,
        @DefaultValue("network-probe-agent") String serviceAccount,
        @DefaultValue("5m") Duration tokenCache,
        @DefaultValue("8") int reportsPerRound,
        @DefaultValue("200") int reportsPerSecond) {
    private static final String PREFIX = "edgewise.network-probe.agents.";
    private static final Duration SHORTEST_ROUND = Duration.ofMillis(ProtocolLimits.MIN_ROUND_MILLIS);
    private static final Duration LONGEST_ROUND = Duration.ofMillis(ProtocolLimits.MAX_ROUND_MILLIS);
    private static final Duration LONGEST_HALF_LIFE = Duration.ofDays(30);
    private static final int LARGEST_PORT = 65_535;
    private static final int MOST_REPORTS = 1_000_000;

    public AgentsProperties {
        Require.within(PREFIX + "round", round, SHORTEST_ROUND, LONGEST_ROUND);
        Require.within(PREFIX + "echoes", echoes, 1, ProtocolLimits.MAX_ECHOES);
        Require.within(PREFIX + "port", port, 1, LARGEST_PORT);
        Require.within(PREFIX + "half-life", halfLife, "one round", round, LONGEST_HALF_LIFE);
        Require.within(PREFIX + "silent-rounds", silentRounds, 1, 1_000);
        Require.that(!serviceAccount.isBlank(), PREFIX + "service-account", "blank", "the name of a service account");
        Require.within(PREFIX + "token-cache", tokenCache, Duration.ofMillis(1), Duration.ofDays(1));
        Require.within(PREFIX + "reports-per-round", reportsPerRound, 2, MOST_REPORTS);
        Require.within(PREFIX + "reports-per-second", reportsPerSecond, 1, MOST_REPORTS);
    }
}
