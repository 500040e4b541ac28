package dev.edgewise.energy.rotating;

import dev.edgewise.energy.levels.LevelSettings;
import dev.edgewise.energy.readings.RefreshProperties;
import dev.edgewise.energy.sources.ConditionalOnEnergySource;
import dev.edgewise.energy.sources.EnergySourceKind;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Creates the source of rotating levels. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnEnergySource(EnergySourceKind.SWITCH)
class RotatingLevelsConfiguration {
    @Bean
    RotatingLevelsSource rotatingLevelsSource(
            RotatingLevelsProperties properties, LevelSettings levels, RefreshProperties refresh, Clock clock) {
        return new RotatingLevelsSource(properties.every(), levels, refresh.validFor(), clock);
    }
}
