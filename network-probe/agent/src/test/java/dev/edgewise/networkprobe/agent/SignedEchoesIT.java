package dev.edgewise.networkprobe.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.networkprobe.agent.echo.EchoKeys;
import dev.edgewise.networkprobe.agent.echo.EchoPacket;
import dev.edgewise.networkprobe.agent.echo.EchoRequestSigner;
import dev.edgewise.networkprobe.agent.echo.EchoTarget;
import dev.edgewise.networkprobe.agent.loop.AgentLog;
import dev.edgewise.networkprobe.agent.probe.ProbeTimeouts;
import dev.edgewise.networkprobe.agent.report.CoordinatorAccess;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A whole agent, on node "b", that has a key: for which node it signs, and which requests it takes for an agent's. */
class SignedEchoesIT {
    private static final String KEY = "00112233445566778899aabbccddeeff";
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final EchoKeys keys = new EchoKeys();
    private FakeCoordinator coordinator;
    private DatagramSocket socket;
    private Agent agent;

    @BeforeEach
    void start() throws IOException {
        keys.use(KEY);
        InetAddress loopback = InetAddress.getLoopbackAddress();
        socket = new DatagramSocket(0, loopback);
        socket.setSoTimeout(10_000);
        coordinator = new FakeCoordinator(new InetSocketAddress(loopback, 0));
        coordinator.peers.put(
                "b",
                "{\"roundMillis\":200,\"echoes\":4,\"echoKey\":\"" + KEY
                        + "\",\"peers\":[{\"node\":\"t\",\"address\":\"" + loopback.getHostAddress() + "\",\"port\":"
                        + socket.getLocalPort() + "}]}");
        agent = new Agent(
                new AgentSettings(
                        new CoordinatorAccess(coordinator.url(), "b", null, null),
                        0,
                        0,
                        new ProbeTimeouts(Duration.ofMillis(400), Duration.ofSeconds(1))),
                new Random(1),
                new AgentLog(new PrintStream(new ByteArrayOutputStream(), true), Clock.systemUTC()));
        agent.start();
    }

    @AfterEach
    void stop() throws IOException {
        agent.close();
        coordinator.close();
        socket.close();
    }

    private EchoPacket receive() throws IOException {
        DatagramPacket packet = new DatagramPacket(new byte[EchoPacket.BYTES], EchoPacket.BYTES);
        socket.receive(packet);
        return EchoPacket.decode(ByteBuffer.wrap(packet.getData()));
    }

    @Test
    void signsForTheNodeThatItMeasures() throws IOException {
        EchoPacket request = receive();
        assertThat(request)
                .isEqualTo(new EchoRequestSigner(request.session(), keys)
                        .request(EchoTarget.of("t"), request.sequence(), request.sentNanos()));
        assertThat(request.signature()).isNotEqualTo(EchoPacket.UNSIGNED);
    }

    /**
     * 450 sessions ask once each from one address, 50 at a time: the burst of agents is 500, that of strangers from one
     * address 200, and one more each ms.
     */
    @Test
    void takesRequestsToItsNodeForAnAgents() throws IOException {
        await().atMost(PATIENCE).until(() -> !coordinator.reports.isEmpty());
        try (DatagramSocket agents = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            agents.setSoTimeout(10_000);
            ByteBuffer bytes = ByteBuffer.allocate(EchoPacket.BYTES);
            DatagramPacket reply = new DatagramPacket(new byte[EchoPacket.BYTES], EchoPacket.BYTES);
            for (int session = 1; session <= 450; session++) {
                new EchoRequestSigner(session, keys)
                        .request(EchoTarget.of("b"), session, 7)
                        .encode(bytes);
                agents.send(new DatagramPacket(
                        bytes.array(), EchoPacket.BYTES, InetAddress.getLoopbackAddress(), agent.port()));
                if (session % 50 == 0) {
                    for (int i = 0; i < 50; i++) {
                        agents.receive(reply);
                    }
                }
            }
            assertThat(EchoPacket.decode(ByteBuffer.wrap(reply.getData())))
                    .isNotNull()
                    .extracting(EchoPacket::session)
                    .isEqualTo(450L);
        }
    }
}
