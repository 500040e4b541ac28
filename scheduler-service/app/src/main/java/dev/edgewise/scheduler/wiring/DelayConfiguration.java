package dev.edgewise.scheduler.wiring;

import dev.edgewise.scheduler.plugins.delay.DelayRules;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Configures delay needs from the settings. */
@Configuration(proxyBeanMethods = false)
class DelayConfiguration {
    @Bean
    DelayRules delayRules(DelayProperties properties) {
        return properties.rules();
    }
}
