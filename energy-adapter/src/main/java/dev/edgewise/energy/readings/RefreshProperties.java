package dev.edgewise.energy.readings;

import dev.edgewise.common.Require;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the interval at which readings are computed, and their validity.
 *
 * @param every how often sources are read and changes are published [100ms to 5m]
 * @param validFor validity of readings of {@code trace}, {@code model} and {@code switch} [4 × every to 30d]
 */
@ConfigurationProperties("edgewise.energy-adapter.refresh")
public record RefreshProperties(@DefaultValue("5s") Duration every, @DefaultValue("2m") Duration validFor) {
    private static final String PREFIX = "edgewise.energy-adapter.refresh.";
    private static final Duration SHORTEST = Duration.ofMillis(100);
    private static final Duration LONGEST = Duration.ofMinutes(5);
    private static final Duration LONGEST_VALID = Duration.ofDays(30);

    public RefreshProperties {
        Require.within(PREFIX + "every", every, SHORTEST, LONGEST);
        Require.within(PREFIX + "valid-for", validFor, "4 times every", every.multipliedBy(4), LONGEST_VALID);
    }
}
