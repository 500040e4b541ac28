package dev.edgewise.networkprobe.coordinator.web;

import dev.edgewise.common.security.AccessDeniedException;
import dev.edgewise.common.security.AccessGuard;
import dev.edgewise.common.security.Permission;
import dev.edgewise.networkprobe.coordinator.RefusedReportException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Shows the peers of a node to its agent, and to those who may see all round-trip times. */
final class PeerListAccess {
    private final AgentAuthenticator agents;
    private final AccessGuard guard;
    private final Supplier<String> namespace;

    /** @param namespace the service's own */
    PeerListAccess(AgentAuthenticator agents, AccessGuard guard, Supplier<String> namespace) {
        this.agents = agents;
        this.guard = guard;
        this.namespace = namespace;
    }

    /**
     * Returns whether the agent of that node asks.
     *
     * @param authorization the header of that name
     * @throws RefusedReportException 401 without a valid token, 403 with that of another account
     */
    boolean isAgent(String node, @Nullable String authorization) {
        try {
            agents.check(node, authorization);
            return true;
        } catch (RefusedReportException noAgent) {
            checkReader(noAgent, authorization);
            return false;
        }
    }

    private void checkReader(RefusedReportException noAgent, @Nullable String authorization) {
        Permission needed = new Permission("list", "edgewise.dev", "roundtriptimes", namespace.get());
        try {
            guard.require(authorization, needed);
        } catch (AccessDeniedException noReader) {
            // Whether an agent or a person asks is not known: the message names what each needs.
            throw new RefusedReportException(
                    noReader.isKnown() ? RefusedReportException.FORBIDDEN : RefusedReportException.UNAUTHORIZED,
                    noAgent.getMessage() + "; others than agents need a role that allows to " + needed);
        }
    }
}
