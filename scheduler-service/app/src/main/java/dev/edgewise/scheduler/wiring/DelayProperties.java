package dev.edgewise.scheduler.wiring;

import dev.edgewise.common.Require;
import dev.edgewise.common.signal.RoundTripTime;
import dev.edgewise.scheduler.plugins.delay.DelayRules;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the rules that decide which round-trip times delay needs are judged by.
 *
 * @param maxLoss loss above which a path meets no need [share 0 to 1]
 * @param p95Samples answered probes that a 95th percentile needs [1 to 10000]
 * @param p99Samples answered probes that a 99th percentile needs [1 to 10000]
 * @param maxAge how long a stale time still meets needs, from the end of its validity, by the API server's clock;
 *     {@code 0s}: for ever [0s to 365d]
 */
@ConfigurationProperties("edgewise.scheduler.delay")
record DelayProperties(
        @DefaultValue("" + RoundTripTime.DEFAULT_MAX_LOSS) double maxLoss,
        @DefaultValue("20") int p95Samples,
        @DefaultValue("100") int p99Samples,
        @DefaultValue("1h") Duration maxAge) {
    private static final int MOST_SAMPLES = 10_000;
    private static final Duration OLDEST = Duration.ofDays(365);

    public DelayProperties {
        Require.that(maxLoss >= 0 && maxLoss <= 1, "edgewise.scheduler.delay.max-loss", maxLoss, "a share from 0 to 1");
        Require.within("edgewise.scheduler.delay.p95-samples", p95Samples, 1, MOST_SAMPLES);
        Require.within("edgewise.scheduler.delay.p99-samples", p99Samples, 1, MOST_SAMPLES);
        Require.that(
                !maxAge.isNegative() && maxAge.compareTo(OLDEST) <= 0,
                "edgewise.scheduler.delay.max-age",
                maxAge,
                "0s for ever, or up to 365d, such as 1d");
    }

    DelayRules rules() {
        return new DelayRules(maxLoss, p95Samples, p99Samples, maxAge.isZero() ? null : maxAge);
    }
}
