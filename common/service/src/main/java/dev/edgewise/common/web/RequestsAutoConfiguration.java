package dev.edgewise.common.web;

import dev.edgewise.common.security.AccessGuard;
import java.util.List;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.http.converter.autoconfigure.ServerHttpMessageConvertersCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import tools.jackson.databind.json.JsonMapper;

/**
 * Configures requests the same way in each service: bodies have limits of size and time, and unknown fields are
 * refused.
 */
@AutoConfiguration
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
public class RequestsAutoConfiguration {
    /** Strict parsing of requests only: a newer service may respond with more than its client knows. */
    @Bean
    ServerHttpMessageConvertersCustomizer strictRequests(JsonMapper json) {
        return converters -> converters.withJsonConverter(new StrictJsonConverter(json));
    }

    @Bean
    UnreadBodyDrain unreadBodies() {
        return new UnreadBodyDrain();
    }

    @Bean
    AsyncRequestBodyCollector bodyArrival() {
        return AsyncRequestBodyCollector.ofThisProcess();
    }

    @Bean
    BrowserSecurityHeadersFilter pageHeaders() {
        return new BrowserSecurityHeadersFilter();
    }

    /** Bodies are awaited after all other interceptors, which check who calls. */
    @Bean
    WebMvcConfigurer requestsConfigurer(AsyncRequestBodyCollector arrival, AccessGuard guard) {
        return new WebMvcConfigurer() {
            @Override
            public void addInterceptors(InterceptorRegistry registry) {
                registry.addInterceptor(new JsonContentTypeCheck(guard));
                registry.addInterceptor(arrival).order(Ordered.LOWEST_PRECEDENCE);
            }

            @Override
            public void extendHandlerExceptionResolvers(List<HandlerExceptionResolver> resolvers) {
                resolvers.add(0, arrival);
            }
        };
    }

    @Bean
    ConnectorLimits connectorLimits() {
        return new ConnectorLimits();
    }
}
