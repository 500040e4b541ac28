package dev.edgewise.networkprobe.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DelayRelayIT {
    private final InetAddress loopback = InetAddress.getLoopbackAddress();
    private DatagramSocket target;
    private DatagramSocket source;
    private DelayRelay relay;

    @BeforeEach
    void open() throws IOException {
        target = new DatagramSocket(0, loopback);
        source = new DatagramSocket(0, loopback);
        source.setSoTimeout(10_000);
        target.setSoTimeout(10_000);
        relay = DelayRelay.start(loopback);
    }

    @AfterEach
    void close() {
        relay.close();
        target.close();
        source.close();
    }

    private InetSocketAddress path(long millis, double loss) throws IOException {
        return relay.add(
                0, new Path((InetSocketAddress) target.getLocalSocketAddress(), Duration.ofMillis(millis), loss, 1));
    }

    private static DatagramPacket receive(DatagramSocket socket) throws IOException {
        DatagramPacket packet = new DatagramPacket(new byte[100], 100);
        socket.receive(packet);
        return packet;
    }

    @Test
    void delaysBothWays() throws IOException {
        InetSocketAddress path = path(30, 0);
        long start = System.nanoTime();
        source.send(new DatagramPacket("there".getBytes(), 5, path));
        DatagramPacket there = receive(target);
        // Less what the relay takes itself, which is some tenths of a ms at most.
        long least = 25_000_000;
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(least);
        target.send(new DatagramPacket("back".getBytes(), 4, there.getSocketAddress()));
        DatagramPacket back = receive(source);
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(2 * least);
        assertThat(back.getSocketAddress()).isEqualTo(path);
        assertThat(new String(there.getData(), 0, there.getLength()) + new String(back.getData(), 0, back.getLength()))
                .isEqualTo("thereback");
    }

    @Test
    void losesWhatItShall() throws IOException {
        InetSocketAddress lossy = path(0, 0.5);
        for (int i = 0; i < 10; i++) {
            source.send(new DatagramPacket(new byte[] {(byte) i}, 1, lossy));
        }
        for (int i = 0; i < 5; i++) {
            receive(target);
        }
        target.setSoTimeout(200);
        assertThatThrownBy(() -> receive(target)).isInstanceOf(SocketTimeoutException.class);
    }

    @Test
    void aWrongPathIsNamed() {
        InetSocketAddress target = new InetSocketAddress(loopback, 1);
        assertThatThrownBy(() -> new Path(target, Duration.ofMillis(-1), 0, 0))
                .hasMessage("delay is -1.0 ms: allowed are 0 to 10000");
        assertThatThrownBy(() -> new Path(target, Duration.ZERO, 1.5, 0)).hasMessage("loss is 1.5: allowed are 0 to 1");
        assertThatThrownBy(() -> new Path(target, Duration.ZERO, Double.NaN, 0)).hasMessageContaining("NaN");
    }
}
