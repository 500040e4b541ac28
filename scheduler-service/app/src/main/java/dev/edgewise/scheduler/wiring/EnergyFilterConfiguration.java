package dev.edgewise.scheduler.wiring;

import dev.edgewise.scheduler.plugins.energy.EnergyRules;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Configures the energy rules from the settings. */
@Configuration(proxyBeanMethods = false)
class EnergyFilterConfiguration {
    @Bean
    EnergyRules energyRules(
            EnergyFilterProperties properties,
            ChargeZonesProfileProperties zones,
            FaasHouseProfileProperties faasHouse) {
        return new EnergyRules(properties.strict(), zones.rules(), faasHouse.weights());
    }
}
