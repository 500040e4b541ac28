package dev.edgewise.networkprobe.coordinator.web;

import dev.edgewise.common.security.Authenticator;
import dev.edgewise.common.security.TokenUser;
import dev.edgewise.networkprobe.coordinator.RefusedReportException;

/** On which node the agent runs that a token was made for. */
@FunctionalInterface
public interface AgentTokens {
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
    static AgentTokens of(Authenticator authenticator, String user) {
        return token -> {
            TokenUser of = authenticator
                    .userOf(token)
                    .orElseThrow(
                            () -> noAgent("the token is not valid: it must be one of this cluster, for the audience "
                                    + authenticator.audience() + ", and not expired"));
            if (!user.equals(of.name())) {
                throw noAgent("the token is of " + of.name() + ": it must be of " + user);
            }
            return of.extra("authentication.kubernetes.io/node-name")
                    .orElseThrow(
                            () -> noAgent(
                                    "the token names no node: it must be a projected one of a pod, which names it from Kubernetes 1.30 on"));
        };
    }

    private static RefusedReportException noAgent(String message) {
        return new RefusedReportException(RefusedReportException.UNAUTHORIZED, message);
    }
}
