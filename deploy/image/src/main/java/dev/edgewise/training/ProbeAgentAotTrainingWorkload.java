package dev.edgewise.training;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.edgewise.testkit.FreePorts;
import dev.edgewise.testkit.ServiceProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Rounds in which an agent reaches itself, a node that answers by TCP only, and one that does not answer; then it is
 * stopped.
 */
final class ProbeAgentAotTrainingWorkload implements TrainingWorkload {
    private static final int ROUNDS = 30;
    private static final long LIMIT_SECONDS = 300;

    @Override
    public void give(List<String> command, TrainingRedis redis, Path work) throws Exception {
        int port = FreePorts.find();
        int healthPort = FreePorts.find();
        try (StubProbeCoordinator coordinator = new StubProbeCoordinator(ROUNDS)) {
            coordinator.assign(port, coordinator.port(), FreePorts.find());
            Map<String, String> environment = Map.of(
                    "EDGEWISE_NODE_NAME", "trained",
                    "EDGEWISE_COORDINATOR_URL", "http://127.0.0.1:" + coordinator.port(),
                    "EDGEWISE_TOKEN_FILE",
                            Files.writeString(work.resolve("token"), "token").toString(),
                    "EDGEWISE_AGENT_PORT", Integer.toString(port),
                    "EDGEWISE_HEALTH_PORT", Integer.toString(healthPort));
            ServiceProcess agent = ServiceProcess.start("the agent", command, environment, null);
            Runtime.getRuntime().addShutdownHook(new Thread(agent::kill));
            require(coordinator.awaitRounds(LIMIT_SECONDS), "it did not report " + ROUNDS + " rounds");
            require(health(healthPort).startsWith("HTTP/1.1 200"), "it is not well");
            agent.stop(Duration.ofSeconds(LIMIT_SECONDS));
        }
    }

    private static String health(int port) throws IOException {
        try (Socket kubelet = new Socket(InetAddress.getLoopbackAddress(), port)) {
            kubelet.getOutputStream().write("GET /healthz HTTP/1.1\r\nHost: agent\r\n\r\n".getBytes(UTF_8));
            return new String(kubelet.getInputStream().readAllBytes(), UTF_8);
        }
    }

    private static void require(boolean held, String otherwise) {
        if (!held) {
            throw new IllegalStateException("the agent: " + otherwise);
        }
    }
}
