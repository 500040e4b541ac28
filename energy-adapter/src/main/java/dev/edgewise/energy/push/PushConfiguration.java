package dev.edgewise.energy.push;

import dev.edgewise.energy.sources.ConditionalOnEnergySource;
import dev.edgewise.energy.sources.EnergySourceKind;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Puts the source together. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnEnergySource(EnergySourceKind.PUSH)
class PushConfiguration {
    @Bean
    PushSource pushSource(PushProperties properties) {
        return new PushSource(properties.validFor());
    }
}
