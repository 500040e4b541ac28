package dev.edgewise.common.web;

import org.springframework.boot.actuate.autoconfigure.web.ManagementContextConfiguration;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextType;
import org.springframework.context.annotation.Bean;

/** The same limits on the port for health and metrics, which does not take them from the other one. */
@ManagementContextConfiguration(value = ManagementContextType.CHILD, proxyBeanMethods = false)
public class ManagementRequestsConfiguration {
    @Bean
    PageHeaders pageHeaders() {
        return new PageHeaders();
    }

    @Bean
    ConnectorLimits connectorLimits() {
        return new ConnectorLimits();
    }
}
