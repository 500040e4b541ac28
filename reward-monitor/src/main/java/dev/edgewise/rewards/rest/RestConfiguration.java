package dev.edgewise.rewards.rest;

import dev.edgewise.common.security.Authenticator;
import dev.edgewise.common.security.PodTokens;
import dev.edgewise.common.security.SecurityProperties;
import dev.edgewise.common.security.TokenReviewer;
import dev.edgewise.common.signal.publish.WriteTurn;
import dev.edgewise.rewards.monitor.Learning;
import dev.edgewise.rewards.monitor.Storing;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What controllers share. */
@Configuration(proxyBeanMethods = false)
class RestConfiguration {
    @Bean
    Writers writers(WriteTurn turn, Learning learning, Storing storing) {
        return new Writers(turn, learning, storing);
    }

    @Bean
    PodTokens podTokens(TokenReviewer reviewer, SecurityProperties security, Clock clock) {
        return new PodTokens(new Authenticator(reviewer, security.cache(), clock));
    }
}
