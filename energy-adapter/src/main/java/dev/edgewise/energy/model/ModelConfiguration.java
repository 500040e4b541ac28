package dev.edgewise.energy.model;

import dev.edgewise.energy.nodes.RequestedCpu;
import dev.edgewise.energy.readings.RefreshProperties;
import dev.edgewise.energy.series.Series;
import dev.edgewise.energy.series.SeriesFile;
import dev.edgewise.energy.sources.ConditionalOnEnergySource;
import dev.edgewise.energy.sources.Source;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Puts the source together. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnEnergySource(Source.MODEL)
class ModelConfiguration {
    @Bean
    ModelSource modelSource(
            ModelProperties properties, RefreshProperties refresh, RequestedCpu requested, Clock clock) {
        Series solar = properties.solar() == null
                ? Series.NONE
                : SeriesFile.read(
                        ModelProperties.SOLAR, properties.solar(), Double.MAX_VALUE, "an amount in mWh, 0 or more");
        Double busy = properties.busyCores();
        return new ModelSource(
                properties, solar, node -> busy == null ? requested.of(node) : busy, refresh.validFor(), clock);
    }
}
