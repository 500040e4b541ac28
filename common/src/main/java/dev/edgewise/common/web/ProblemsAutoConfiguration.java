package dev.edgewise.common.web;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.http.converter.autoconfigure.ServerHttpMessageConvertersCustomizer;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.context.annotation.Bean;
import tools.jackson.databind.json.JsonMapper;

/** Gives each service the same error responses; before Boot's auto-configuration, which then backs off. */
@AutoConfiguration(before = WebMvcAutoConfiguration.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
public class ProblemsAutoConfiguration {
    @Bean
    Problems problems() {
        return new Problems();
    }

    /** Of requests alone: a newer service may answer more than its client knows. */
    @Bean
    ServerHttpMessageConvertersCustomizer strictRequests(JsonMapper json) {
        return converters -> converters.withJsonConverter(new StrictJsonConverter(json));
    }
}
