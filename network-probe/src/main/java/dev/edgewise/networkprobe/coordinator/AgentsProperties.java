package dev.edgewise.networkprobe.coordinator;

import dev.edgewise.common.Require;
import dev.edgewise.networkprobe.protocol.ProtocolLimits;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The agents that measure.
 *
 * @param round how often each pair is measured, 100 ms to 1 h
 * @param echoes probes for each pair and round, 1..100
 * @param port of the agents' echo, UDP and TCP, where neither the pod nor the node says otherwise; 1..65535
 * @param halfLife after which a measurement weighs half in the percentiles; at least one round
 * @param silentRounds after how many rounds without an answer a pair is lost, ≥ 1
 * @param serviceAccount of the agents, in their namespace
 * @param tokenCache how long a token that was once reviewed is taken for good, 1 ms to 1 d
 * @param reportsPerRound how many reports one agent may send in a round, ≥ 2
 * @param reportsPerSecond how many reports all agents together are to send in a second, ≥ 1: of more nodes each reports several
 *     rounds at once
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
    private static final int LARGEST_PORT = 65_535;

    public AgentsProperties {
        Require.that(
                round.compareTo(SHORTEST_ROUND) >= 0 && round.compareTo(LONGEST_ROUND) <= 0,
                PREFIX + "round",
                round,
                "in 100ms..1h");
        Require.within(PREFIX + "echoes", echoes, 1, ProtocolLimits.MAX_ECHOES);
        Require.within(PREFIX + "port", port, 1, LARGEST_PORT);
        Require.that(halfLife.compareTo(round) >= 0, PREFIX + "half-life", halfLife, "at least one round, " + round);
        Require.that(silentRounds >= 1, PREFIX + "silent-rounds", silentRounds, "1 or more");
        Require.within(PREFIX + "token-cache", tokenCache, Duration.ofMillis(1), Duration.ofDays(1));
        Require.that(reportsPerRound >= 2, PREFIX + "reports-per-round", reportsPerRound, "2 or more");
        Require.that(reportsPerSecond >= 1, PREFIX + "reports-per-second", reportsPerSecond, "1 or more");
    }
}
