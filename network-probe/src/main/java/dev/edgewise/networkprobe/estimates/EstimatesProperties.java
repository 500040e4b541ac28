package dev.edgewise.networkprobe.estimates;

import dev.edgewise.common.Require;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Estimates of pairs that nobody measured.
 *
 * @param bound how sure the upper and the lower bound are, each by itself, 50..99 %
 * @param nearest for how many receivers of each node estimates are published, the nearest; ≥ 0
 * @param every in which time all estimates are made again; others may rely on one four times as long; 1 s or more
 * @param maxAge how long a measurement counts in estimates; positive
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
        Require.that(nearest >= 0, PREFIX + "nearest", nearest, "0 or more");
        Require.that(every.compareTo(Duration.ofSeconds(1)) >= 0, PREFIX + "every", every, "1s or more");
        Require.positive(PREFIX + "max-age", maxAge);
    }

    public double level() {
        return bound / 100.0;
    }

    public Duration validFor() {
        return every.multipliedBy(4);
    }
}
