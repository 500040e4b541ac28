package dev.edgewise.global.adaptive;

import java.util.SplittableRandom;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The adaptive policy of this replica. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(AdaptiveProperties.class)
class AdaptiveConfiguration {
    @Bean
    AdaptivePolicy adaptivePolicy(AdaptiveProperties properties) {
        return new AdaptivePolicy(properties, new SplittableRandom());
    }
}
