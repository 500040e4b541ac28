package dev.edgewise.energy.levels;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Where levels begin, and how reluctantly they change; {@link LevelSettings} says more.
 *
 * @param wellPowered in %
 * @param vulnerable in %
 * @param lowPowered in %
 * @param hysteresis in percent points
 * @param dwell how long a level lasts at least
 */
@ConfigurationProperties("edgewise.energy-adapter.levels")
public record LevelsProperties(
        @DefaultValue("75") double wellPowered,
        @DefaultValue("40") double vulnerable,
        @DefaultValue("15") double lowPowered,
        @DefaultValue("3") double hysteresis,
        @DefaultValue("60s") Duration dwell) {
    public LevelsProperties {
        // Wrong values end the start here, where it is known which properties they are of.
        new LevelSettings(wellPowered, vulnerable, lowPowered, hysteresis, dwell);
    }

    public LevelSettings settings() {
        return new LevelSettings(wellPowered, vulnerable, lowPowered, hysteresis, dwell);
    }
}
