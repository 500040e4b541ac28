package dev.edgewise.scheduler.wiring;

import dev.edgewise.scheduler.plugins.energy.EnergyRules;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Configures the energy rules from the settings. */
@Configuration(proxyBeanMethods = false)
class PowerConfiguration {
    @Bean
    EnergyRules energyRules(EnergyProperties properties, ZonesProperties zones, FaasHouseProperties faasHouse) {
        return new EnergyRules(properties.strict(), zones.rules(), faasHouse.weights());
    }
}
