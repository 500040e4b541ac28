package dev.edgewise.energy.levels;

import dev.edgewise.common.signal.energy.EnergyLevelThresholds;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the bounds of energy levels, and of when a level changes; see {@link LevelSettings}.
 *
 * @param wellPowered lower bound of the level {@code well-powered} [percent]
 * @param vulnerable lower bound of the level {@code vulnerable} [percent]
 * @param lowPowered lower bound of the level {@code low-powered} [percent]
 * @param hysteresis how far beyond a bound the percentage must be before the level changes [percentage points]
 * @param dwell least time between two changes of a level [0s to 30d]
 */
@ConfigurationProperties("edgewise.energy-adapter.levels")
public record LevelsProperties(
        @DefaultValue("" + EnergyLevelThresholds.DEFAULT_WELL_POWERED) double wellPowered,
        @DefaultValue("" + EnergyLevelThresholds.DEFAULT_VULNERABLE) double vulnerable,
        @DefaultValue("" + EnergyLevelThresholds.DEFAULT_LOW_POWERED) double lowPowered,
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
