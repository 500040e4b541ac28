package dev.edgewise.scheduler.wiring;

import dev.edgewise.scheduler.plugins.energy.EnergyRules;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What the settings say about energy. */
@Configuration(proxyBeanMethods = false)
class PowerConfiguration {
    @Bean
    EnergyRules energyRules(EnergyProperties properties, ZonesProperties zones, FaasHouseProperties faasHouse) {
        return new EnergyRules(properties.strict(), zones.rules(), faasHouse.weights());
    }
}
