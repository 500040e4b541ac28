package dev.edgewise.networkprobe.coordinator.web;

import dev.edgewise.common.security.AccessDeniedException;
import dev.edgewise.common.security.Authenticator;
import dev.edgewise.common.security.NodeTokenVerifier;
import dev.edgewise.networkprobe.coordinator.RefusedReportException;

/** Nodes of agents, from their tokens. */
@FunctionalInterface
public interface AgentTokenVerifier {
    /**
     * The node of a token's agent.
     *
     * @throws RefusedReportException 401, if the token is not one of an agent
     * @throws dev.edgewise.common.security.ReviewUnavailableException if that cannot be checked now
     */
    String nodeOf(String token);

    /**
     * Projected tokens of pods name the pod's node, from Kubernetes 1.30 on.
     *
     * @param user the full name of the agents' service account, {@code system:serviceaccount:<namespace>:<name>}
     */
    static AgentTokenVerifier of(Authenticator authenticator, String user) {
        NodeTokenVerifier tokens = new NodeTokenVerifier(authenticator, user);
        return token -> {
            try {
                return tokens.nodeOf(token);
            } catch (AccessDeniedException e) {
                throw new RefusedReportException(RefusedReportException.UNAUTHORIZED, String.valueOf(e.getMessage()));
            }
        };
    }
}
