package dev.edgewise.networkprobe.agent.echo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.networkprobe.agent.loop.CpuStalls;
import dev.edgewise.networkprobe.agent.loop.SelectorLoop;
import java.io.IOException;
import java.net.BindException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class EchoResponderIT {
    private static final InetSocketAddress ANY_PORT = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    private static final EchoTarget HERE = EchoTarget.of("b");

    private SelectorLoop loop;
    private CpuStalls stalls;
    private EchoKeys keys;
    private Thread thread;
    private EchoResponder responder;
    private DatagramSocket socket;

    @BeforeEach
    void open() throws IOException {
        loop = new SelectorLoop();
        // 40 at once, and so few later that none comes back while a test runs
        SourceRateLimits limits = new SourceRateLimits(
                new SourceRateLimits.Rate(1, 40), new SourceRateLimits.Rate(100, 100), 1, System.nanoTime());
        stalls = new CpuStalls(System.nanoTime());
        keys = new EchoKeys();
        EchoLimits all = new EchoLimits(
                keys, HERE, SourceRateLimits.ofAgent(1, System.nanoTime()), limits, SourceRateLimits.ofAgent(1, 0));
        responder = EchoResponder.open(ANY_PORT, all, stalls, loop, System::nanoTime);
        thread = new Thread(loop);
        thread.start();
        socket = new DatagramSocket(0, InetAddress.getLoopbackAddress());
        socket.setSoTimeout(10_000);
    }

    @AfterEach
    void close() throws IOException {
        responder.close();
        loop.close();
        socket.close();
    }

    private void send(byte[] bytes) throws IOException {
        socket.send(new DatagramPacket(bytes, bytes.length, InetAddress.getLoopbackAddress(), responder.port()));
    }

    private static byte[] request(long sequence) {
        return bytes(EchoPacket.request(77, sequence, 5));
    }

    private static byte[] bytes(EchoPacket packet) {
        ByteBuffer buffer = ByteBuffer.allocate(EchoPacket.BYTES);
        packet.encode(buffer);
        return buffer.array();
    }

    private EchoPacket receive() throws IOException {
        DatagramPacket packet = new DatagramPacket(new byte[1000], 1000);
        socket.receive(packet);
        assertThat(packet.getLength()).isEqualTo(EchoPacket.BYTES);
        return EchoPacket.decode(ByteBuffer.wrap(packet.getData(), 0, packet.getLength()));
    }

    @Test
    void takesAnotherFreePortWhereUdpHasTheFirstOneInUse() throws IOException {
        int[] attempts = {0};
        EchoResponder opened = EchoResponder.onFreePort(ANY_PORT, () -> {
            if (++attempts[0] <= 2) {
                throw new BindException("Address already in use");
            }
            return responder;
        });
        assertThat(opened).isSameAs(responder);
        assertThat(attempts[0]).isEqualTo(3);
    }

    @Test
    void refusesAPortThatUdpHasInUse() {
        InetSocketAddress taken = new InetSocketAddress(InetAddress.getLoopbackAddress(), socket.getLocalPort());
        assertThatThrownBy(() ->
                        EchoResponder.open(taken, EchoLimits.ofAgent(keys, HERE, 1, 0), stalls, loop, System::nanoTime))
                .isInstanceOf(BindException.class);
    }

    @Test
    void answersARequestWithWhatItWasSent() throws IOException {
        send(request(9));
        EchoPacket reply = receive();
        assertThat(reply.reply()).isTrue();
        assertThat(reply.session()).isEqualTo(77);
        assertThat(reply.sequence()).isEqualTo(9);
        assertThat(reply.sentNanos()).isEqualTo(5);
        assertThat(reply.holdNanos()).isBetween(0L, 1_000_000_000L);
    }

    @Test
    void answersNothingElse() throws IOException {
        Random random = new Random(3);
        for (int i = 0; i < 5_000; i++) {
            byte[] noise = new byte[random.nextInt(200)];
            random.nextBytes(noise);
            send(noise);
        }
        for (int i = 0; i < 2_000; i++) {
            byte[] nearly = request(i);
            nearly[new int[] {0, 1, 2, 3, 4, 6, 7, 33}[random.nextInt(8)]] ^= (byte) (1 + random.nextInt(255));
            send(nearly);
            send(Arrays.copyOf(request(i), EchoPacket.BYTES + 1));
        }
        send(bytes(EchoPacket.request(77, 1, 5).answeredAfter(0, false)));
        assertThat(firstAnswerTo(request(123)).sequence()).isEqualTo(123);
        socket.setSoTimeout(100);
        assertThatThrownBy(() -> {
                    while (true) {
                        assertThat(receive().sequence())
                                .as("all answers are to the only request")
                                .isEqualTo(123);
                    }
                })
                .isInstanceOf(SocketTimeoutException.class);
        assertThat(thread.isAlive()).isTrue();
    }

    /** Asks again and again: the kernel may have dropped what came on top of all the noise. */
    private EchoPacket firstAnswerTo(byte[] request) throws IOException {
        socket.setSoTimeout(500);
        for (int i = 0; i < 20; i++) {
            send(request);
            try {
                return receive();
            } catch (SocketTimeoutException e) {
                // Again.
            }
        }
        throw new AssertionError("no answer");
    }

    @Test
    void aSourceThatAsksTooOftenGetsNoMore() throws IOException {
        for (int i = 0; i < 200; i++) {
            send(request(i));
        }
        for (int i = 0; i < 40; i++) {
            assertThat(receive().sequence()).isEqualTo(i);
        }
        socket.setSoTimeout(100);
        assertThatThrownBy(this::receive).isInstanceOf(SocketTimeoutException.class);
    }

    /**
     * A stranger who sends in the name of an agent's address uses up what strangers may ask from there, and nothing
     * else.
     */
    @Test
    void aStrangerDoesNotUseUpWhatAgentsMayAsk() throws IOException {
        keys.use("00112233445566778899aabbccddeeff");
        for (int i = 0; i < 200; i++) {
            send(request(i));
        }
        for (int i = 0; i < 40; i++) {
            receive();
        }
        send(bytes(new EchoRequestSigner(77, keys).request(HERE, 1_000, 5)));
        assertThat(receive().sequence()).isEqualTo(1_000);
    }

    /** The first is the agent's, and 40 of the others are answered as a stranger's are. */
    @Test
    void aReplayOfASignedRequestIsAnsweredAsAStrangers() throws IOException {
        keys.use("00112233445566778899aabbccddeeff");
        byte[] heard = bytes(new EchoRequestSigner(77, keys).request(HERE, 9, 5));
        for (int i = 0; i < 150; i++) {
            send(heard);
        }
        for (int i = 0; i < 41; i++) {
            assertThat(receive().sequence()).isEqualTo(9);
        }
        socket.setSoTimeout(100);
        assertThatThrownBy(this::receive).isInstanceOf(SocketTimeoutException.class);
    }

    @Test
    void acceptsConnectionsAndClosesThem() throws IOException {
        try (Socket connection = new Socket(InetAddress.getLoopbackAddress(), responder.port())) {
            connection.setSoTimeout(10_000);
            assertThat(connection.getInputStream().read()).isEqualTo(-1);
        }
    }
}
