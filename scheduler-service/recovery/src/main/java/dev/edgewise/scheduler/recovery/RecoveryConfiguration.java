package dev.edgewise.scheduler.recovery;

import dev.edgewise.common.boot.InvalidConfigurationException;
import dev.edgewise.scheduler.plugins.ProfileSet;
import dev.edgewise.scheduler.state.protection.ProtectionRules;
import java.util.TreeSet;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Configures which pods are protected. */
@Configuration(proxyBeanMethods = false)
class RecoveryConfiguration {
    @Bean
    ProtectionRules protectionRules(RecoveryProperties properties, ProfileSet profiles) {
        for (String name : new TreeSet<>(properties.profiles())) {
            if (profiles.find(name) == null) {
                throw new InvalidConfigurationException(
                        "edgewise.scheduler.recovery.profiles names " + name + ": it must be one of "
                                + String.join(", ", profiles.names()) + ".",
                        "Correct edgewise.scheduler.recovery.profiles.");
            }
        }
        return new ProtectionRules(properties.profiles(), properties.failures());
    }
}
