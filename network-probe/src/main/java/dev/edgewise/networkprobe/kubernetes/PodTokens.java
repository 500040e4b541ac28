package dev.edgewise.networkprobe.kubernetes;

import dev.edgewise.common.security.Authenticator;
import dev.edgewise.common.security.TokenUser;
import dev.edgewise.networkprobe.coordinator.AgentTokens;
import dev.edgewise.networkprobe.coordinator.NoAgentException;

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
    public String nodeOf(String token) {
        TokenUser of = authenticator
                .userOf(token)
                .orElseThrow(() ->
                        new NoAgentException("the token is not valid: it must be one of this cluster, for the audience "
                                + authenticator.audience() + ", and not expired"));
        if (!user.equals(of.name())) {
            throw new NoAgentException("the token is of " + of.name() + ": it must be of " + user);
        }
        return of.extra(NODE)
                .orElseThrow(
                        () -> new NoAgentException(
                                "the token names no node: it must be a projected one of a pod, which names it from Kubernetes 1.30 on"));
    }
}
