package dev.edgewise.common.web;

import org.springframework.boot.actuate.autoconfigure.web.ManagementContextConfiguration;
import org.springframework.boot.actuate.autoconfigure.web.ManagementContextType;
import org.springframework.context.annotation.Bean;

/** Request limits of the port for health and metrics, which does not take them from the main port. */
@ManagementContextConfiguration(value = ManagementContextType.CHILD, proxyBeanMethods = false)
public class ManagementRequestsConfiguration {
    @Bean
    BrowserSecurityHeadersFilter pageHeaders() {
        return new BrowserSecurityHeadersFilter();
    }

    @Bean
    ConnectorLimits connectorLimits() {
        return new ConnectorLimits();
    }
}
