package dev.edgewise.networkprobe.coordinator;

/** Says on which node the agent runs that a token was made for. */
@FunctionalInterface
public interface AgentTokens {
    /**
     * The node of a token's agent.
     *
     * @throws NoAgentException if the token is not one of an agent
     * @throws dev.edgewise.common.security.ReviewUnavailableException if that cannot be checked now
     */
    String nodeOf(String token);
}
