package dev.edgewise.scheduler.plugins.delay;

import dev.edgewise.common.signal.Percentile;
import dev.edgewise.common.signal.RoundTripTime;
import dev.edgewise.scheduler.signals.rtt.RttQualityRequirements;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The rules for judging delay needs by round-trip times, where a pod does not say otherwise.
 *
 * @param maxLoss share of lost probes above which a path meets no need, 0..1
 * @param samplesP95 answered probes behind a 95th percentile that a need is judged by, ≥ 1
 * @param samplesP99 likewise behind a 99th
 * @param maxAge how long after the end of its validity a value still counts; null: for ever
 */
public record DelayRules(double maxLoss, int samplesP95, int samplesP99, @Nullable Duration maxAge) {
    /**
     * The rules without settings: a loss of a quarter at most; 20 and 100 samples, of which one lies above the 95th and
     * the 99th percentile; and no limit of age, which the settings of a running service give.
     */
    public static final DelayRules DEFAULT =
            new DelayRules(RoundTripTime.DEFAULT_MAX_LOSS, Percentile.P95.samples(), Percentile.P99.samples(), null);

    /** Returns the quality that a value must have to be judged by now. */
    RttQualityRequirements quality(DelayAnnotationTerms terms, Instant now) {
        Double ownLimit = terms.maxLoss();
        long since = maxAge == null ? Long.MIN_VALUE : now.minus(maxAge).toEpochMilli();
        return new RttQualityRequirements(
                terms.percentile(), ownLimit == null ? maxLoss : ownLimit, leastSamples(terms.percentile()), since);
    }

    private int leastSamples(Percentile percentile) {
        return switch (percentile) {
            case P50 -> 0;
            case P95 -> samplesP95;
            case P99 -> samplesP99;
        };
    }
}
