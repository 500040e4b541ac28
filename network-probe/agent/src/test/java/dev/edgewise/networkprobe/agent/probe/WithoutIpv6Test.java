package dev.edgewise.networkprobe.agent.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.networkprobe.agent.echo.EchoKeys;
import dev.edgewise.networkprobe.agent.echo.EchoRequestSigner;
import dev.edgewise.networkprobe.agent.loop.CpuStalls;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.nio.channels.DatagramChannel;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A peer at an IPv6 address, for an agent whose node has IPv4 only: it is lost, and the agent measures on. */
class WithoutIpv6Test {
    private static final Peer PEER = new Peer("b", new InetSocketAddress("fd00::1", 6970));

    private final EchoScheduler measurement = new EchoScheduler(
            new ProbeTimeouts(Duration.ofSeconds(1), Duration.ofMillis(5)),
            new Random(1),
            new CpuStalls(0),
            0,
            result -> {});
    private PendingEcho echo;

    @BeforeEach
    void probe() {
        measurement.probeNow(List.of(PEER), 1, 0);
        echo = Objects.requireNonNull(measurement.next(0));
    }

    @Test
    void itsEchoByUdpIsLostAtItsDeadline() throws IOException {
        try (DatagramChannel channel = DatagramChannel.open(StandardProtocolFamily.INET)) {
            new UdpProbes(channel, measurement, new EchoRequestSigner(7, new EchoKeys())).send(echo);
        }
        assertThat(measurement.awaits(echo)).isTrue();
        measurement.settle(echo.deadlineNanos());
        assertThat(measurement.awaits(echo)).isFalse();
    }

    @Test
    void itsConnectionIsLostAtOnce() throws IOException {
        try (Selector selector = Selector.open()) {
            TcpProbes tcp = new TcpProbes(
                    selector, () -> SocketChannel.open(StandardProtocolFamily.INET), measurement, () -> 0);
            tcp.open(echo);
            assertThat(measurement.awaits(echo)).isFalse();
            tcp.closeSettled();
        }
    }
}
