package dev.edgewise.energy.rotating;

import dev.edgewise.common.Require;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of rotating levels, a source for demonstrations: nodes exchange their levels at an interval.
 *
 * @param every time between two changes [1s to 1d]
 */
@ConfigurationProperties("edgewise.energy-adapter.switch")
public record RotatingLevelsProperties(@DefaultValue("20s") Duration every) {
    private static final String PREFIX = "edgewise.energy-adapter.switch.";

    public RotatingLevelsProperties {
        Require.within(PREFIX + "every", every, Duration.ofSeconds(1), Duration.ofDays(1));
    }
}
