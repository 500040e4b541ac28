package dev.edgewise.common.security;

import dev.edgewise.common.time.Ticker;
import java.time.Clock;
import org.springframework.beans.BeansException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.env.Environment;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** Gives each service the same guard of its REST interface. The service provides a {@link ReviewApi}. */
@AutoConfiguration
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@EnableConfigurationProperties(SecurityProperties.class)
public class SecurityAutoConfiguration {
    @Bean
    TokenReviewer tokenReviewer(
            SecurityProperties properties, ObjectProvider<ReviewApi> reviews, Environment environment) {
        String service = environment.getProperty("spring.application.name", "");
        String audience = properties.audience().isBlank() ? "edgewise-" + service : properties.audience();
        return new TokenReviewer(bounded(reviews), audience);
    }

    @Bean
    AccessGuard accessGuard(
            SecurityProperties properties, TokenReviewer tokens, ObjectProvider<ReviewApi> reviews, Clock clock) {
        if (!properties.reviewsTokens()) {
            return AccessGuard.OPEN;
        }
        Authenticator authenticator = new Authenticator(tokens, properties.cache(), clock);
        return new ReviewingGuard(authenticator, new SubjectAccessReviewer(bounded(reviews)), properties.cache());
    }

    @Bean
    ProxiedAuthorization proxiedAuthorization() {
        return new ProxiedAuthorization();
    }

    @Bean
    AuditLogFilter auditLogFilter(SecurityProperties properties) {
        return new AuditLogFilter(properties.reviewsTokens());
    }

    @Bean
    HandlerPermissionCheck guardedHandlers(ObjectProvider<RequestMappingHandlerMapping> mappings) {
        return new HandlerPermissionCheck(mappings.stream().toList());
    }

    @Bean
    WebMvcConfigurer accessInterceptor(
            SecurityProperties properties, AccessGuard guard, ObjectProvider<ReviewApi> reviews) {
        return new WebMvcConfigurer() {
            @Override
            public void addInterceptors(InterceptorRegistry registry) {
                if (properties.reviewsTokens()) {
                    registry.addInterceptor(new RequiresPermissionInterceptor(
                            guard, () -> reachable(reviews).namespace()));
                }
            }
        };
    }

    /** Reviews within bounds; looks for the cluster at the first call, since clients that read files need none. */
    private static ReviewApi bounded(ObjectProvider<ReviewApi> reviews) {
        return new BoundedReviewApi(
                new ReviewApi() {
                    @Override
                    public String create(String path, String json) {
                        return reachable(reviews).create(path, json);
                    }

                    @Override
                    public String namespace() {
                        return reachable(reviews).namespace();
                    }
                },
                Ticker.system());
    }

    /** Returns the reviews; without a cluster they are unavailable, which is no fault of the caller's request. */
    private static ReviewApi reachable(ObjectProvider<ReviewApi> reviews) {
        try {
            return reviews.getObject();
        } catch (BeansException noCluster) {
            throw new ReviewUnavailableException(
                    "tokens and rights cannot be reviewed: "
                            + NestedExceptionUtils.getMostSpecificCause(noCluster)
                                    .getMessage(),
                    noCluster);
        }
    }
}
