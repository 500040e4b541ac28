package dev.edgewise.networkprobe.coordinator;

import java.util.Optional;

/** Says on which node the agent runs that a token was made for. */
@FunctionalInterface
public interface AgentTokens {
    /**
     * The node of a token's agent; empty if the token is not one of an agent.
     *
     * @throws dev.edgewise.common.security.ReviewUnavailableException if that cannot be checked now
     */
    Optional<String> nodeOf(String token);
}
