package dev.edgewise.scheduler.delay;

import dev.edgewise.common.Require;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * By which round-trip times delay needs are judged.
 *
 * @param maxLoss share of lost probes above which a path meets no need, 0..1; a pod may say another by its annotation
 * @param p95Samples how many answered probes a 95th percentile needs to be judged by, 1..10000
 * @param p99Samples likewise a 99th
 * @param maxAge of a round-trip time that needs are judged by, compared with the clock of whoever observed it, up to 365d; 0: any age
 */
@ConfigurationProperties("edgewise.scheduler.delay")
record DelayProperties(
        @DefaultValue("0.25") double maxLoss,
        @DefaultValue("20") int p95Samples,
        @DefaultValue("100") int p99Samples,
        @DefaultValue("0s") Duration maxAge) {
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
                "0s for any age, or up to 365d, such as 1d");
    }

    DelayRules rules() {
        return new DelayRules(maxLoss, p95Samples, p99Samples, maxAge.isZero() ? null : maxAge);
    }
}
