package dev.edgewise.scheduler.slots.web.external;

import dev.edgewise.scheduler.slots.web.stomp.ExternalViews;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The interface of the prototype. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(ExternalInterfaceProperties.class)
class ExternalConfiguration {
    @Bean
    ExternalViews externalViews(ExternalInterfaceProperties properties) {
        return new ExternalRecords(properties.namespace());
    }
}
