package dev.edgewise.networkprobe.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.networkprobe.agent.loop.AgentLog;
import dev.edgewise.networkprobe.agent.probe.ProbeTimeouts;
import dev.edgewise.networkprobe.agent.report.CoordinatorAccess;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Whole agents on the loopback, with a coordinator that the test plays. */
class AgentIT {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    Path directory;

    private final ByteArrayOutputStream log = new ByteArrayOutputStream();
    private FakeCoordinator coordinator;
    private Agent a;
    private Agent b;

    @BeforeEach
    void start() throws IOException {
        coordinator = new FakeCoordinator(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        Files.writeString(directory.resolve("token"), "first\n");
        a = agent("a", coordinator.url());
        b = agent("b", coordinator.url());
        coordinator.peers.put("b", peers());
    }

    @AfterEach
    void stop() throws IOException {
        a.close();
        b.close();
        coordinator.close();
    }

    private Agent agent(String node, URI url) throws IOException {
        CoordinatorAccess access = new CoordinatorAccess(url, node, directory.resolve("token"), null);
        // On a busy machine threads are late, which is not what these tests are about.
        ProbeTimeouts timing = new ProbeTimeouts(Duration.ofMillis(400), Duration.ofSeconds(1));
        AgentLog lines = new AgentLog(new PrintStream(log, true), Clock.systemUTC());
        Agent agent = new Agent(new AgentSettings(access, 0, 0, timing), new Random(node.hashCode()), lines);
        agent.start();
        return agent;
    }

    private static String peer(String node, String address, int port) {
        return "{\"node\":\"" + node + "\",\"address\":\"" + address + "\",\"port\":" + port + "}";
    }

    private static String peers(String... peers) {
        return "{\"roundMillis\":200,\"echoes\":4,\"peers\":[" + String.join(",", peers) + "]}";
    }

    private JsonNode awaitResult(String peer, String via) {
        return await().atMost(PATIENCE)
                .until(
                        () -> coordinator.reports.stream()
                                .map(report -> report.about(peer))
                                .filter(result ->
                                        result.path("via").asString("").equals(via)
                                                && result.path("rttMicros").size()
                                                        == result.path("sent").asInt())
                                .findFirst()
                                .orElse(null),
                        result -> result != null);
    }

    @Test
    void measuresAPeerByUdpAndReportsIt() {
        coordinator.peers.put("a", peers(peer("b", "127.0.0.1", b.port())));
        JsonNode result = awaitResult("b", "udp");
        assertThat(result.path("sent").asInt()).isEqualTo(4);
        assertThat(result.path("rttMicros")).allMatch(rtt -> rtt.asInt() >= 1 && rtt.asInt() < 400_000);
        FakeCoordinator.Reported report = coordinator.reports.stream()
                .filter(each -> each.node().equals("a"))
                .findFirst()
                .orElseThrow();
        assertThat(report.authorization()).isEqualTo("Bearer first");
        assertThat(report.body().path("session").asString()).matches("[0-9a-f]{16}");
        assertThat(report.body().path("list").asString())
                .isEqualTo("\"" + coordinator.peers.get("a").hashCode() + "\"");
    }

    @Test
    void reportsAsManyRoundsAtOnceAsTheCoordinatorWishes() {
        coordinator.peers.put(
                "a",
                peers(peer("b", "127.0.0.1", b.port())).replace("\"echoes\":4", "\"echoes\":4,\"roundsPerReport\":3"));

        await().atMost(PATIENCE).untilAsserted(() -> assertThat(coordinator.reports.stream()
                        .map(report -> report.about("b").path("sent").asInt()))
                .contains(4, 12));
    }

    @Test
    void measuresIpv6() throws IOException {
        assertThat(InetAddress.getByName("::1").isReachable(1000))
                .as("IPv6 on the loopback")
                .isTrue();
        coordinator.peers.put("a", peers(peer("b", "::1", b.port())));
        assertThat(awaitResult("b", "udp").path("sent").asInt()).isEqualTo(4);
    }

    @Test
    void fallsBackToTcpWhereUdpIsClosedAndBackAgain() throws IOException {
        try (ServerSocket tcpOnly = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            coordinator.peers.put("a", peers(peer("t", "127.0.0.1", tcpOnly.getLocalPort())));
            awaitResult("t", "tcp");
            assertThat(coordinator.reports.stream()
                            .map(report -> report.about("t"))
                            .filter(result -> !result.isMissingNode()))
                    .as("nobody ever learns that it is silent")
                    .allMatch(result -> result.path("via").asString().equals("tcp"));
            try (DatagramSocket udp = new DatagramSocket(tcpOnly.getLocalPort(), InetAddress.getLoopbackAddress())) {
                Thread echo = new Thread(() -> PlainEcho.serve(udp));
                echo.start();
                awaitResult("t", "udp");
            }
        }
    }

    @Test
    void aPeerThatIsNotThereIsLost() throws IOException {
        int port;
        try (ServerSocket gone = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = gone.getLocalPort();
        }
        coordinator.peers.put("a", peers(peer("gone", "127.0.0.1", port), peer("b", "127.0.0.1", b.port())));
        awaitResult("b", "udp");
        await().atMost(PATIENCE).until(() -> coordinator.reports.stream()
                .map(report -> report.about("gone"))
                .anyMatch(result -> result.path("sent").asInt() == 4
                        && result.path("rttMicros").isEmpty()
                        && result.path("discarded").asInt() == 0));
    }

    @Test
    void probesAtOnceWhatSomebodyWaitsFor() {
        coordinator.peers.put("a", "{\"roundMillis\":3000,\"echoes\":3,\"peers\":[]}");
        await().atMost(PATIENCE).until(() -> !coordinator.reports.isEmpty());
        coordinator.answers.put("a", "{\"probeNow\":[" + peer("b", "127.0.0.1", b.port()) + "]}");
        assertThat(awaitResult("b", "udp").path("sent").asInt()).isEqualTo(3);
    }

    @Test
    void asksForItsPeersAgainWhenTheyChanged() {
        coordinator.peers.put("a", peers());
        await().atMost(PATIENCE).until(() -> coordinator.reports.stream()
                .anyMatch(report -> report.node().equals("a")));
        coordinator.peers.put("a", peers(peer("b", "127.0.0.1", b.port())));
        await().atMost(PATIENCE).until(() -> {
            coordinator.answers.put("a", "{\"peersChanged\":true}");
            coordinator.answers.put("b", "{\"peersChanged\":true}");
            return coordinator.reports.stream()
                    .anyMatch(report -> !report.about("b").isMissingNode());
        });
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(coordinator.peerStatuses)
                .as("the other agent's are unchanged")
                .contains(304));
    }

    @Test
    void goesOnWithoutTheCoordinatorAndReportsTheNewestWhenItIsBack() {
        coordinator.peers.put("a", peers(peer("b", "127.0.0.1", b.port())));
        awaitResult("b", "udp");
        coordinator.reportStatus = 503;
        await().atMost(PATIENCE).until(() -> log.toString().contains("peersKnown=true"));
        int before = lastRound();
        await().pollDelay(Duration.ofSeconds(2)).atMost(PATIENCE).until(() -> true);
        coordinator.reportStatus = 204;
        await().atMost(PATIENCE).until(() -> lastRound() > before + 2);
        await().atMost(PATIENCE).until(() -> log.toString().contains("The coordinator answers again"));
        assertThat(log.toString()).contains("status 503");
    }

    private int lastRound() {
        return coordinator.reports.stream()
                .filter(report -> report.node().equals("a"))
                .mapToInt(report -> report.body().path("round").asInt())
                .max()
                .orElse(0);
    }

    @Test
    void aReportThatIsRefusedForGoodIsDroppedAndTheNextOneGoesOn() {
        coordinator.peers.put("a", peers());
        coordinator.reportStatus = 409;
        await().atMost(PATIENCE)
                .until(() -> log.toString().contains("refused a round, which is dropped; round=1 cause=status 409"));
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(coordinator.peerStatuses)
                .as("it asks at once whether its list is still the newest")
                .contains(304));
        coordinator.reportStatus = 204;
        await().atMost(PATIENCE).until(() -> lastRound() > 1);
    }

    @Test
    void aRenewedTokenIsUsed() throws IOException {
        coordinator.peers.put("a", peers());
        await().atMost(PATIENCE).until(() -> !coordinator.reports.isEmpty());
        Files.writeString(directory.resolve("token"), "second");
        await().atMost(PATIENCE).until(() -> coordinator.reports.stream()
                .anyMatch(report -> report.authorization().equals("Bearer second")));
    }

    @Test
    void tellsTheKubeletThatItsThreadsMakeProgress() throws IOException {
        try (Socket kubelet = new Socket(InetAddress.getLoopbackAddress(), a.healthPort())) {
            kubelet.getOutputStream().write("GET /livez HTTP/1.1\r\nHost: x\r\n\r\n".getBytes());
            assertThat(new String(kubelet.getInputStream().readAllBytes()))
                    .startsWith("HTTP/1.1 200 OK\r\n")
                    .endsWith("\r\n\r\nok\n");
        }
    }

    @Test
    void stopsTwiceWithoutAnError() throws IOException {
        a.close();
        a.close();
        assertThat(a.end()).isCompleted();
    }
}
