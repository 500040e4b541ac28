package dev.edgewise.global.adaptive;

import dev.edgewise.common.Require;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the adaptive policy.
 *
 * @param mode {@code off}, {@code shadow} or {@code on}
 * @param exploration share of choices that are uniform over all policies, so that others can be evaluated [0 to 1]
 * @param confidence standard deviations of its expected reward that a policy gets for what is not known of it [0 to 10]
 * @param halfLife age at which an outcome counts half [1m to 30d]
 * @param kept decisions that are kept in memory for export and evaluation [100 to 100000]
 */
@ConfigurationProperties("edgewise.global.adaptive")
record AdaptiveProperties(
        @DefaultValue("off") AdaptiveMode mode,
        @DefaultValue("0.05") double exploration,
        @DefaultValue("0.2") double confidence,
        @DefaultValue("1h") Duration halfLife,
        @DefaultValue("10000") int kept) {
    private static final String PREFIX = "edgewise.global.adaptive.";
    private static final int MOST_CONFIDENCE = 10;
    private static final int LEAST_KEPT = 100;
    private static final int MOST_KEPT = 100_000;

    AdaptiveProperties {
        Require.that(exploration >= 0 && exploration <= 1, PREFIX + "exploration", exploration, "from 0 to 1");
        Require.that(
                confidence >= 0 && confidence <= MOST_CONFIDENCE,
                PREFIX + "confidence",
                confidence,
                "from 0 to " + MOST_CONFIDENCE);
        Require.within(PREFIX + "half-life", halfLife, Duration.ofMinutes(1), Duration.ofDays(30));
        Require.within(PREFIX + "kept", kept, LEAST_KEPT, MOST_KEPT);
    }
}
