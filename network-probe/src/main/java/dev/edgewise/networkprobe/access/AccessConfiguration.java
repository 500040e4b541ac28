package dev.edgewise.networkprobe.access;

import dev.edgewise.networkprobe.access.AccessReviews.Verdict;
import java.time.Clock;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Puts the guard before the controllers, unless it is switched off. */
@Configuration(proxyBeanMethods = false)
class AccessConfiguration implements WebMvcConfigurer {
    private final AdminProperties properties;
    private final ObjectProvider<AccessReviews> reviews;
    private final Clock clock;

    AccessConfiguration(AdminProperties properties, ObjectProvider<AccessReviews> reviews, Clock clock) {
        this.properties = properties;
        this.reviews = reviews;
        this.clock = clock;
    }

    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        if (properties.auth() == AdminProperties.Auth.TOKEN_REVIEW) {
            ReviewCache<Verdict> cache =
                    new ReviewCache<>(properties.cache(), verdict -> verdict == Verdict.ALLOWED, clock);
            // Who only reads files needs no cluster: it is looked for at the first call.
            AccessReviews asked = (token, verb, resource) -> reviews.getObject().review(token, verb, resource);
            registry.addInterceptor(new AccessGuard(asked, cache));
        }
    }
}
