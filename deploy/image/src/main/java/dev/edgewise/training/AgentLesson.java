package dev.edgewise.training;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Rounds in which an agent reaches itself, a node that answers by TCP only, and one that does not answer; then it is stopped. */
final class AgentLesson implements Lesson {
    private static final int ROUNDS = 30;
    private static final long LIMIT_SECONDS = 300;

    private final CountDownLatch rounds = new CountDownLatch(ROUNDS);

    @Override
    public void give(List<String> command, TrainingRedis redis, Path work) throws Exception {
        int port = Ports.free();
        int healthPort = Ports.free();
        InetAddress loopback = InetAddress.getLoopbackAddress();
        HttpServer coordinator = HttpServer.create(new InetSocketAddress(loopback, 0), 0);
        String peers = peers(port, coordinator.getAddress().getPort(), Ports.free());
        coordinator.createContext("/api/v1/peers/", exchange -> answer(exchange, 200, peers));
        coordinator.createContext("/api/v1/reports/", this::report);
        coordinator.start();
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.INHERIT);
        builder.environment()
                .putAll(Map.of(
                        "EDGEWISE_NODE_NAME", "trained",
                        "EDGEWISE_COORDINATOR_URL",
                                "http://127.0.0.1:" + coordinator.getAddress().getPort(),
                        "EDGEWISE_TOKEN_FILE",
                                Files.writeString(work.resolve("token"), "token")
                                        .toString(),
                        "EDGEWISE_AGENT_PORT", Integer.toString(port),
                        "EDGEWISE_HEALTH_PORT", Integer.toString(healthPort)));
        Process agent = builder.start();
        require(rounds.await(LIMIT_SECONDS, TimeUnit.SECONDS), "it did not report " + ROUNDS + " rounds");
        require(health(healthPort).startsWith("HTTP/1.1 200"), "it is not well");
        agent.destroy();
        require(agent.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS), "it does not end");
        coordinator.stop(0);
    }

    private static String peers(int... ports) {
        StringBuilder peers = new StringBuilder("{\"roundMillis\":300,\"echoes\":5,\"peers\":[");
        for (int port : ports) {
            peers.append(port == ports[0] ? "" : ",").append(peer(port));
        }
        return peers.append("]}").toString();
    }

    private static String peer(int port) {
        return "{\"node\":\"at-" + port + "\",\"address\":\"127.0.0.1\",\"port\":" + port + "}";
    }

    /** Some rounds the coordinator has no news, and some it asks for a direct probe. */
    private void report(HttpExchange exchange) throws IOException {
        exchange.getRequestBody().readAllBytes();
        rounds.countDown();
        if (rounds.getCount() % 5 == 0) {
            answer(
                    exchange,
                    200,
                    "{\"peersChanged\":true,\"probeNow\":["
                            + peer(exchange.getLocalAddress().getPort()) + "]}");
        } else {
            answer(exchange, 204, "");
        }
    }

    private static void answer(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(UTF_8);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
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
