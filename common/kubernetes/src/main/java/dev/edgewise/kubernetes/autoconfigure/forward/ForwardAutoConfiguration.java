package dev.edgewise.kubernetes.autoconfigure.forward;

import dev.edgewise.common.security.AccessGuard;
import dev.edgewise.kubernetes.autoconfigure.LeadershipAutoConfiguration;
import dev.edgewise.kubernetes.lease.LeaderElectionParticipant;
import dev.edgewise.kubernetes.lease.ReplicaIdentity;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** Makes standbys forward requests that only the leader can answer. The leader's address is in the Lease. */
@AutoConfiguration(after = LeadershipAutoConfiguration.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnBean(LeaderElectionParticipant.class)
public class ForwardAutoConfiguration {
    @Bean
    AdvertisedAddress leaderAddress(LeaderElectionParticipant leadership, Environment environment) {
        AdvertisedAddress own = new AdvertisedAddress(environment);
        leadership.announce(own);
        return own;
    }

    @Bean
    AnsweringReplicaCheck answeringReplicas(ObjectProvider<RequestMappingHandlerMapping> mappings) {
        return new AnsweringReplicaCheck(mappings.stream().toList());
    }

    @Bean
    WebMvcConfigurer forwardConfigurer(
            LeaderElectionParticipant leadership, ReplicaIdentity identity, AccessGuard guard) {
        ForwardInterceptor forward = new ForwardInterceptor(
                guard,
                leadership::isLeading,
                () -> leadership.leadersAddress().flatMap(AdvertisedAddress::parse),
                new LeaderClient(identity.name()));
        return new WebMvcConfigurer() {
            @Override
            public void addInterceptors(InterceptorRegistry registry) {
                // After those that check who calls, before the body is awaited for a method of this replica.
                registry.addInterceptor(forward).order(Ordered.LOWEST_PRECEDENCE - 1);
            }
        };
    }
}
