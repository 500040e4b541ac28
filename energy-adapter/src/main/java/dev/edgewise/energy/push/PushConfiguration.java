package dev.edgewise.energy.push;

import dev.edgewise.energy.sources.ConditionalOnEnergySource;
import dev.edgewise.energy.sources.EnergySourceKind;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Beans of the source that takes what devices report. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnEnergySource(EnergySourceKind.PUSH)
class PushConfiguration {
    @Bean
    PushSource pushSource(PushProperties properties) {
        return new PushSource(properties.validFor());
    }
}
