package dev.edgewise.energy.trace;

import dev.edgewise.common.boot.InvalidConfigurationException;
import dev.edgewise.energy.readings.RefreshProperties;
import dev.edgewise.energy.series.SeriesFileReader;
import dev.edgewise.energy.sources.ConditionalOnEnergySource;
import dev.edgewise.energy.sources.EnergySourceKind;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Beans of the source that replays a file. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnEnergySource(EnergySourceKind.TRACE)
class EnergyTraceFileConfiguration {
    private static final double FULL = 100;

    @Bean
    EnergyTraceFileSource traceSource(EnergyTraceFileProperties properties, RefreshProperties refresh, Clock clock) {
        if (properties.file() == null) {
            throw new InvalidConfigurationException(
                    EnergyTraceFileProperties.FILE + " is not set, but edgewise.energy-adapter.sources names trace.",
                    "Set it to a CSV file.");
        }
        return new EnergyTraceFileSource(
                SeriesFileReader.read(
                        EnergyTraceFileProperties.FILE, properties.file(), FULL, "a percentage in 0..100"),
                properties.scale(),
                refresh.validFor(),
                clock);
    }
}
