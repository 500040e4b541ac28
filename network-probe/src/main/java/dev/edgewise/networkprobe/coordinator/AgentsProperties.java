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
 * @param halfLife after which a measurement weighs half in the percentiles; from one round to 30 d
 * @param silentRounds after how many rounds without an answer a pair is lost, 1..1000
 * @param serviceAccount of the agents, in their namespace
 * @param tokenCache how long a token that was once reviewed is taken for good, 1 ms to 1 d
 * @param reportsPerRound how many reports one agent may send in a round, 2..1000000
 * @param reportsPerSecond how many reports all agents together are to send in a second, 1..1000000: of more nodes each reports several
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
