package dev.edgewise.rewards.rest;

import dev.edgewise.common.security.Authenticator;
import dev.edgewise.common.security.CallerPodResolver;
import dev.edgewise.common.security.SecurityProperties;
import dev.edgewise.common.security.TokenReviewer;
import dev.edgewise.common.signal.publish.WriterElection;
import dev.edgewise.rewards.monitor.ActiveLearnerProvider;
import dev.edgewise.rewards.monitor.StoreAvailability;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Beans that controllers share. */
@Configuration(proxyBeanMethods = false)
class RestConfiguration {
    @Bean
    LeaderLearnerAccess learnerAccess(WriterElection turn, ActiveLearnerProvider active, StoreAvailability store) {
        return new LeaderLearnerAccess(turn, active, store);
    }

    @Bean
    CallerPodResolver podTokens(TokenReviewer reviewer, SecurityProperties security, Clock clock) {
        return new CallerPodResolver(new Authenticator(reviewer, security.cache(), clock));
    }
}
