package dev.edgewise.common.web;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.http.converter.autoconfigure.ServerHttpMessageConvertersCustomizer;
import org.springframework.context.annotation.Bean;
import tools.jackson.databind.json.JsonMapper;

/** Has each service take in requests the same way: bodies have limits of size and time, and fields that are not known are refused. */
@AutoConfiguration
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
public class RequestsAutoConfiguration {
    /** Of requests alone: a newer service may answer more than its client knows. */
    @Bean
    ServerHttpMessageConvertersCustomizer strictRequests(JsonMapper json) {
        return converters -> converters.withJsonConverter(new StrictJsonConverter(json));
    }

    @Bean
    UnreadBodies unreadBodies() {
        return new UnreadBodies();
    }

    @Bean
    ConnectorLimits connectorLimits() {
        return new ConnectorLimits();
    }
}
