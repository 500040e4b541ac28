package dev.edgewise.scheduler.web;

import dev.edgewise.kubernetes.watch.ClusterWatch;
import org.springframework.context.annotation.Configuration;
import org.springframework.validation.Errors;
import org.springframework.validation.Validator;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Configures how requests are taken in. */
@Configuration(proxyBeanMethods = false)
class WebConfiguration implements WebMvcConfigurer {
    private final ClusterWatch watch;

    WebConfiguration(ClusterWatch watch) {
        this.watch = watch;
    }

    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(new CacheSyncInterceptor(watch::isSynced))
                .addPathPatterns(
                        "/api/v1/explain/**",
                        "/api/v1/nodes/**",
                        "/api/v1/violations",
                        "/api/v1/reservations/**",
                        "/api/v1/placements*",
                        "/api/v1/recovery*/**");
    }

    /**
     * Returns a validator that does nothing: no bean is validated by annotations, and Spring's would load 600 classes
     * at the start.
     */
    @Override
    public Validator getValidator() {
        return new NoValidator();
    }

    private static final class NoValidator implements Validator {
        @Override
        public boolean supports(Class<?> type) {
            return false;
        }

        @Override
        public void validate(Object target, Errors errors) {
            throw new UnsupportedOperationException("nothing is supported");
        }
    }
}
