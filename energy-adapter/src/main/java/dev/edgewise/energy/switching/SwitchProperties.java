package dev.edgewise.energy.switching;

import dev.edgewise.common.Require;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Levels that change places.
 *
 * @param every how often, 1s or more
 */
@ConfigurationProperties("edgewise.energy-adapter.switch")
public record SwitchProperties(@DefaultValue("20s") Duration every) {
    private static final String PREFIX = "edgewise.energy-adapter.switch.";

    public SwitchProperties {
        Require.that(every.compareTo(Duration.ofSeconds(1)) >= 0, PREFIX + "every", every, "1s or more");
    }
}
