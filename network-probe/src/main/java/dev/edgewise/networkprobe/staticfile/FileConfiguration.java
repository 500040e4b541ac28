package dev.edgewise.networkprobe.staticfile;

import dev.edgewise.networkprobe.sources.ConditionalOnRttSource;
import dev.edgewise.networkprobe.sources.ManualSource;
import dev.edgewise.networkprobe.sources.Source;
import dev.edgewise.networkprobe.sources.SourcesProperties;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Puts the source together. */
@Configuration(proxyBeanMethods = false)
class FileConfiguration {
    private static final Logger LOG = LoggerFactory.getLogger(FileConfiguration.class);

    FileConfiguration(StaticProperties properties, SourcesProperties sources) {
        if (properties.matrix() != null && !sources.inUse().contains(Source.STATIC)) {
            LOG.warn(
                    "The delay matrix is not read, as edgewise.network-probe.sources does not name static; file={}",
                    properties.matrix());
        }
    }

    @Bean
    @ConditionalOnRttSource(Source.STATIC)
    FileSource fileSource(StaticProperties properties, ManualSource manual, Clock clock, MeterRegistry meters) {
        return new FileSource(properties, manual::remove, clock, meters);
    }
}
