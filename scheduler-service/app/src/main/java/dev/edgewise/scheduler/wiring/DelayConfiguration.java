package dev.edgewise.scheduler.wiring;

import dev.edgewise.scheduler.plugins.delay.DelayRules;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What the settings say about delay needs. */
@Configuration(proxyBeanMethods = false)
class DelayConfiguration {
    @Bean
    DelayRules delayRules(DelayProperties properties) {
        return properties.rules();
    }
}
