package dev.edgewise.networkprobe.kubernetes;

import dev.edgewise.common.security.Authenticator;
import dev.edgewise.networkprobe.coordinator.AgentTokens;
import java.util.Optional;

/** Knows the node of an agent's token. Projected tokens of pods name the pod's node, from Kubernetes 1.30 on. */
final class PodTokens implements AgentTokens {
    private static final String NODE = "authentication.kubernetes.io/node-name";

    private final Authenticator authenticator;
    private final String user;

    /** @param user the full name of the agents' service account, {@code system:serviceaccount:<namespace>:<name>} */
    PodTokens(Authenticator authenticator, String user) {
        this.authenticator = authenticator;
        this.user = user;
    }

    @Override
    public Optional<String> nodeOf(String token) {
        return authenticator.userOf(token).filter(of -> user.equals(of.name())).flatMap(of -> of.extra(NODE));
    }
}
