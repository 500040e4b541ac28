package dev.edgewise.networkprobe.coordinator;

import dev.edgewise.networkprobe.estimation.EstimationSettings;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Estimates of pairs that nobody measured.
 *
 * @param bound how sure the upper and the lower bound are, each by itself, 50..99 %
 * @param nearest for how many receivers of each node estimates are published, the nearest; ≥ 0
 * @param every in which time all estimates are made anew; others may rely on one four times as long; positive
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
        require(bound >= 50 && bound <= 99, "bound", bound, "in 50..99 %");
        require(nearest >= 0, "nearest", nearest, "0 or more");
        require(every.compareTo(Duration.ofSeconds(1)) >= 0, "every", every, "1s or more");
        require(!maxAge.isNegative() && !maxAge.isZero(), "max-age", maxAge, "positive");
    }

    EstimationSettings settings() {
        return new EstimationSettings(bound / 100.0, maxAge);
    }

    Duration validFor() {
        return every.multipliedBy(4);
    }

    private static void require(boolean holds, String field, Object value, String allowed) {
        if (!holds) {
            throw new IllegalArgumentException(PREFIX + field + " is " + value + ": it must be " + allowed);
        }
    }
}
