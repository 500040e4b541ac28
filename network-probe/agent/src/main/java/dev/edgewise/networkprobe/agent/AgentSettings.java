package dev.edgewise.networkprobe.agent;

import dev.edgewise.networkprobe.agent.probe.ProbeTimeouts;
import dev.edgewise.networkprobe.agent.report.CoordinatorAccess;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Settings of an agent, from environment variables.
 *
 * @param coordinator {@code EDGEWISE_COORDINATOR_URL}, {@code EDGEWISE_NODE_NAME}, and if there are any
 *     {@code EDGEWISE_TOKEN_FILE} and {@code EDGEWISE_CA_FILE}
 * @param port {@code EDGEWISE_AGENT_PORT}, UDP and TCP: where echoes are answered, default 6970; 0 takes a free one, in
 *     tests
 * @param healthPort {@code EDGEWISE_HEALTH_PORT}: where the kubelet asks, default 6971, another than {@code port}; 0
 *     takes a free one, in tests
 * @param timing {@code EDGEWISE_ECHO_TIMEOUT_MILLIS}, 10 to 10,000, default 3,000, and {@code EDGEWISE_STALL_MILLIS}, 1
 *     to 1,000, default 5
 */
public record AgentSettings(CoordinatorAccess coordinator, int port, int healthPort, ProbeTimeouts timing) {
    static final int LAST_PORT = 65535;

    private static final String AGENT_PORT = "EDGEWISE_AGENT_PORT";
    private static final String HEALTH_PORT = "EDGEWISE_HEALTH_PORT";

    public static final class InvalidException extends Exception {
        private static final long serialVersionUID = 1L;

        InvalidException(List<String> faults) {
            super(String.join(System.lineSeparator(), faults));
        }
    }

    /**
     * Reads the environment.
     *
     * @throws InvalidException with a line for each variable that is wrong: its name, its value, what is allowed
     */
    public static AgentSettings from(Map<String, String> variables) throws InvalidException {
        EnvironmentVariableReader environment = new EnvironmentVariableReader(variables);
        CoordinatorAccess coordinator = new CoordinatorAccess(
                environment.url("EDGEWISE_COORDINATOR_URL"),
                environment.nodeName("EDGEWISE_NODE_NAME"),
                environment.file("EDGEWISE_TOKEN_FILE"),
                environment.file("EDGEWISE_CA_FILE"));
        AgentSettings settings = new AgentSettings(
                coordinator,
                environment.number(AGENT_PORT, 6970, 1, LAST_PORT),
                environment.number(HEALTH_PORT, 6971, 1, LAST_PORT),
                new ProbeTimeouts(
                        Duration.ofMillis(environment.number("EDGEWISE_ECHO_TIMEOUT_MILLIS", 3_000, 10, 10_000)),
                        Duration.ofMillis(environment.number("EDGEWISE_STALL_MILLIS", 5, 1, 1_000))));
        environment.apart(AGENT_PORT, settings.port(), HEALTH_PORT, settings.healthPort());
        if (!environment.faults().isEmpty()) {
            throw new InvalidException(environment.faults());
        }
        return settings;
    }
}
