package dev.edgewise.networkprobe.coordinator.web;

import dev.edgewise.common.security.BearerToken;
import dev.edgewise.networkprobe.coordinator.RefusedReportException;
import org.jspecify.annotations.Nullable;

/** Lets an agent speak for its own node only. */
@FunctionalInterface
interface AgentAuthenticator {
    /** An authenticator that accepts all callers: for a laptop. */
    AgentAuthenticator OPEN = (node, authorization) -> {};

    /**
     * @param authorization the header of that name
     * @throws RefusedReportException 401 without a valid token, 403 with that of another node
     */
    void check(String node, @Nullable String authorization);

    static AgentAuthenticator of(AgentTokenVerifier tokens) {
        return (node, authorization) -> {
            String token = BearerToken.of(authorization)
                    .orElseThrow(
                            () -> new RefusedReportException(
                                    RefusedReportException.UNAUTHORIZED,
                                    "authorization is missing: it must be Bearer and the token of the agent's service account"));
            String of = tokens.nodeOf(token);
            if (!of.equals(node)) {
                throw new RefusedReportException(
                        RefusedReportException.FORBIDDEN, "node is " + node + ": it must be that of the token, " + of);
            }
        };
    }
}
