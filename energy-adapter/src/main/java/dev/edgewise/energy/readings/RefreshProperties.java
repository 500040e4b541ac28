package dev.edgewise.energy.readings;

import dev.edgewise.common.Require;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * When readings are computed, and how long computed ones hold.
 *
 * @param every how often sources are asked and what changed is published, 100ms..5m
 * @param validFor how long others may rely on what {@code trace}, {@code model} and {@code switch} said last, at least 4 × {@code every}
 */
@ConfigurationProperties("edgewise.energy-adapter.refresh")
public record RefreshProperties(@DefaultValue("5s") Duration every, @DefaultValue("2m") Duration validFor) {
    private static final String PREFIX = "edgewise.energy-adapter.refresh.";
    private static final Duration SHORTEST = Duration.ofMillis(100);
    private static final Duration LONGEST = Duration.ofMinutes(5);

    public RefreshProperties {
        Require.that(
                every.compareTo(SHORTEST) >= 0 && every.compareTo(LONGEST) <= 0,
                PREFIX + "every",
                every,
                "in 100ms..5m");
        Require.that(
                validFor.compareTo(every.multipliedBy(4)) >= 0,
                PREFIX + "valid-for",
                validFor,
                "at least 4 times every, " + every.multipliedBy(4));
    }
}
