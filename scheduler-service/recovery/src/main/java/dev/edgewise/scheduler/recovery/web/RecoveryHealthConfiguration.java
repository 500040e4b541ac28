package dev.edgewise.scheduler.recovery.web;

import dev.edgewise.scheduler.recovery.RecoveryStatus;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Configures the health of recovery. */
@Configuration(proxyBeanMethods = false)
class RecoveryHealthConfiguration {
    @Bean
    RecoveryHealth recoveryHealthIndicator(RecoveryStatus status) {
        return new RecoveryHealth(status);
    }
}
