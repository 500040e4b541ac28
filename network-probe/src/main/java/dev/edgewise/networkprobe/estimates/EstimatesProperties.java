package dev.edgewise.networkprobe.estimates;

import dev.edgewise.common.Require;
import dev.edgewise.common.boot.InvalidConfigurationException;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of estimates for pairs that no agent measured.
 *
 * @param bound probability with which each bound holds [50 to 99 percent]
 * @param nearest nearest nodes of each node for which estimates are published [0 to 100000 nodes]
 * @param every time in which all estimates are renewed; valid four times as long [1s to 1d, from one round]
 * @param maxAge how long a measurement is used in estimates [1s to 365d, from 2 × round]
 */
@ConfigurationProperties("edgewise.network-probe.estimates")
public record EstimatesProperties(
        @DefaultValue("85") int bound,
        @DefaultValue("256") int nearest,
        @DefaultValue("10m") Duration every,
        @DefaultValue("2h") Duration maxAge) {
    private static final String PREFIX = "edgewise.network-probe.estimates.";

    public EstimatesProperties {
        Require.within(PREFIX + "bound", bound, 50, 99);
        Require.within(PREFIX + "nearest", nearest, 0, 100_000);
        Require.within(PREFIX + "every", every, Duration.ofSeconds(1), Duration.ofDays(1));
        Require.within(PREFIX + "max-age", maxAge, Duration.ofSeconds(1), Duration.ofDays(365));
    }

    /**
     * Checks what depends on how often pairs are measured: no estimate is renewed within a round, and what is older
     * than half of {@code maxAge} says nothing of which nodes are near.
     *
     * @throws InvalidConfigurationException if rounds are too long
     */
    public void requireRound(Duration round) {
        require("every", every, round, "");
        require("max-age", maxAge, round.multipliedBy(2), "2 times ");
    }

    private static void require(String property, Duration value, Duration least, String times) {
        if (value.compareTo(least) < 0) {
            throw new InvalidConfigurationException(
                    PREFIX + property + " is " + value + ": it must be at least " + times
                            + "edgewise.network-probe.agents.round, " + least + ".",
                    "Raise the first or lower the second.");
        }
    }

    public double level() {
        return bound / 100.0;
    }

    public Duration validFor() {
        return every.multipliedBy(4);
    }
}
