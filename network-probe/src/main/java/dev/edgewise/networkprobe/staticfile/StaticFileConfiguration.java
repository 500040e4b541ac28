package dev.edgewise.networkprobe.staticfile;

import dev.edgewise.networkprobe.sources.ConditionalOnRttSource;
import dev.edgewise.networkprobe.sources.ManualRttSource;
import dev.edgewise.networkprobe.sources.RttSourceKind;
import dev.edgewise.networkprobe.sources.SourcesProperties;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Beans of the source that reads files. */
@Configuration(proxyBeanMethods = false)
class StaticFileConfiguration {
    private static final Logger LOG = LoggerFactory.getLogger(StaticFileConfiguration.class);

    StaticFileConfiguration(StaticFileProperties properties, SourcesProperties sources) {
        if (properties.matrix() != null && !sources.inUse().contains(RttSourceKind.STATIC)) {
            LOG.warn(
                    "The delay matrix is not read, as edgewise.network-probe.sources does not name static; file={}",
                    properties.matrix());
        }
    }

    @Bean
    @ConditionalOnRttSource(RttSourceKind.STATIC)
    StaticFileSource fileSource(
            StaticFileProperties properties, ManualRttSource manual, Clock clock, MeterRegistry meters) {
        return new StaticFileSource(properties, manual::remove, clock, meters);
    }
}
