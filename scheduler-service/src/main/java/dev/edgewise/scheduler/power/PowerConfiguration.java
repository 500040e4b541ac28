package dev.edgewise.scheduler.power;

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
