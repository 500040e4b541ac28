package dev.edgewise.networkprobe.coordinator.web;

import dev.edgewise.common.security.AccessGuard;
import dev.edgewise.common.security.Authenticator;
import dev.edgewise.common.security.ReviewApi;
import dev.edgewise.common.security.SecurityProperties;
import dev.edgewise.common.security.TokenReviewer;
import dev.edgewise.kubernetes.access.OwnNamespace;
import dev.edgewise.networkprobe.coordinator.AgentsProperties;
import dev.edgewise.networkprobe.sources.ConditionalOnRttSource;
import dev.edgewise.networkprobe.sources.RttSourceKind;
import java.time.Clock;
import org.apache.coyote.http11.AbstractHttp11Protocol;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.tomcat.TomcatProtocolHandlerCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Access to the coordinator, and handling of its connections. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnRttSource(RttSourceKind.AGENTS)
class AgentsWebConfiguration {
    private static final String BUFFER_BYTES = "512";

    @Bean
    AgentTokenVerifier agentTokens(
            OwnNamespace namespace, TokenReviewer reviewer, AgentsProperties agents, Clock clock) {
        String user = "system:serviceaccount:" + namespace.name() + ":" + agents.serviceAccount();
        return AgentTokenVerifier.of(new Authenticator(reviewer, agents.tokenCache(), clock), user);
    }

    @Bean
    AgentAuthenticator agentAuthenticator(SecurityProperties security, AgentTokenVerifier tokens) {
        return security.reviewsTokens() ? AgentAuthenticator.of(tokens) : AgentAuthenticator.OPEN;
    }

    @Bean
    PeerListAccess peersGate(AgentAuthenticator agents, AccessGuard guard, ObjectProvider<ReviewApi> reviews) {
        return new PeerListAccess(agents, guard, () -> reviews.getObject().namespace());
    }

    /**
     * Each agent keeps a connection from round to round, and each connection has a buffer for each direction: 8 KiB by
     * default, 80 MB for 5,000 agents. Small ones do, as what is larger bypasses them, to and from the buffers of the
     * request.
     */
    @Bean
    TomcatProtocolHandlerCustomizer<AbstractHttp11Protocol<?>> smallConnectionBuffers() {
        return http -> {
            http.setProperty("socket.appReadBufSize", BUFFER_BYTES);
            http.setProperty("socket.appWriteBufSize", BUFFER_BYTES);
        };
    }
}
