package dev.edgewise.scheduler.extender.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.edgewise.common.testing.ManualTicker;
import dev.edgewise.scheduler.extender.transport.TimeoutSocket.Timeouts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TimeoutSocketTest {
    private static final Duration SILENCE = Duration.ofSeconds(2);
    private static final Duration REQUEST = Duration.ofSeconds(5);
    private static final Duration KEEP_ALIVE = Duration.ofMinutes(5);
    private static final Duration WRITE = Duration.ofSeconds(6);

    private final ManualTicker ticker = new ManualTicker();
    private TimeoutSocket socket = new TimeoutSocket(new Timeouts(SILENCE, REQUEST, KEEP_ALIVE, WRITE), ticker);
    private Socket caller;

    @BeforeEach
    void connect() throws IOException {
        caller = connected(socket);
    }

    private static Socket connected(Socket socket) throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            socket.connect(server.getLocalSocketAddress());
            return server.accept();
        }
    }

    @AfterEach
    void close() throws IOException {
        caller.close();
        socket.close();
    }

    @Test
    void aFirstRequestIsNotWaitedForLongButANextOneIs() throws IOException {
        readOne();
        assertWaited(SILENCE);
        socket.requestAnswered();
        readOne();
        assertWaited(KEEP_ALIVE);
    }

    @Test
    void whoIsSilentIsNotWaitedFor() throws IOException {
        Duration soon = Duration.ofMillis(5);
        try (TimeoutSocket impatient = new TimeoutSocket(new Timeouts(soon, REQUEST, KEEP_ALIVE, WRITE), ticker)) {
            connected(impatient);
            assertThatThrownBy(impatient.getInputStream()::read).isInstanceOf(SocketTimeoutException.class);
        }
    }

    @Test
    void aRequestMustBeHereInTime() throws IOException {
        readOne();
        ticker.advance(REQUEST.minusSeconds(1));
        socket.headReceived();
        readOne();
        assertWaited(Duration.ofSeconds(1));
        ticker.advance(Duration.ofSeconds(1));
        assertThatThrownBy(this::readOne)
                .isInstanceOf(SocketTimeoutException.class)
                .hasMessage("not complete after 5000 ms");
    }

    @Test
    void aRequestBeginsWithItsFirstByte() throws IOException {
        ticker.advance(Duration.ofMillis(100));
        readOne();
        ticker.advance(Duration.ofMillis(3));
        assertThat(socket.headReceived()).isEqualTo(Duration.ofMillis(100).toNanos());
    }

    /** The request's bytes came with the previous request. */
    @Test
    void aRequestThatIsHereAlreadyBeginsNow() throws IOException {
        readOne();
        ticker.advance(Duration.ofMillis(7));
        socket.requestAnswered();
        assertThat(socket.headReceived()).isEqualTo(Duration.ofMillis(7).toNanos());
    }

    @Test
    void anUnusedOneIsEnded() {
        socket.closeIfIdle();
        assertThat(socket.isClosed()).isTrue();
    }

    @Test
    void oneWithARequestIsNotEndedAsUnused() throws IOException {
        readOne();
        socket.closeIfIdle();
        socket.headReceived();
        socket.closeIfIdle();
        assertThat(socket.isClosed()).isFalse();
        socket.requestAnswered();
        socket.closeIfIdle();
        assertThat(socket.isClosed()).isTrue();
    }

    @Test
    void whoDoesNotReadItsAnswerIsCutOff() {
        byte[] more = new byte[64 * 1024 * 1024];
        CompletableFuture<Void> written = CompletableFuture.runAsync(() -> {
            socket.writeStarted();
            try {
                socket.getOutputStream().write(more);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
        await().until(() -> {
            ticker.advance(WRITE.plusMillis(1));
            socket.closeIfWriteStalls();
            return socket.isClosed();
        });
        assertThatThrownBy(written::join).hasRootCauseInstanceOf(SocketException.class);
    }

    @Test
    void whoHasReadAllIsNotCutOff() {
        socket.writeStarted();
        ticker.advance(WRITE);
        socket.closeIfWriteStalls();
        socket.writeEnded();
        ticker.advance(WRITE);
        socket.closeIfWriteStalls();
        assertThat(socket.isClosed()).isFalse();
    }

    @Test
    void itIsIdleUntilARequestBeginsAndFromItsAnswerOn() throws IOException {
        ticker.advance(Duration.ofMillis(1));
        socket.connected();
        assertThat(socket.idleSince()).isEqualTo(Duration.ofMillis(1).toNanos());
        readOne();
        assertThat(socket.idleSince()).isEqualTo(Long.MAX_VALUE);
        assertThat(socket.isKnown()).isFalse();
        ticker.advance(Duration.ofMillis(1));
        socket.requestAnswered();
        assertThat(socket.idleSince()).isEqualTo(Duration.ofMillis(2).toNanos());
        assertThat(socket.isKnown()).as("complete requests are sent by anybody").isFalse();
        socket.markKnown();
        assertThat(socket.isKnown()).isTrue();
    }

    /** The connection's thread has not read the request yet, and a client does not repeat it. */
    @Test
    void oneToWhichARequestHasComeIsNotClosedAsIdle() throws IOException {
        socket.requestAnswered();
        // Loopback: what is written is there.
        caller.getOutputStream().write(1);
        assertThat(socket.closeIfIdle()).isFalse();
        assertThat(socket.getInputStream().read()).isEqualTo(1);
    }

    @Test
    void aHandshakeMustBeDoneInTimeAndIsNoRequest() throws IOException {
        socket.handshakeStarted();
        readOne();
        ticker.advance(REQUEST);
        assertThatThrownBy(this::readOne).isInstanceOf(SocketTimeoutException.class);
        assertThat(socket.idleSince()).isZero();
        socket.handshakeEnded();
        ticker.advance(Duration.ofMillis(1));
        assertThat(socket.headReceived()).isEqualTo(REQUEST.plusMillis(1).toNanos());
    }

    @Test
    void oneInAHandshakeIsIdle() throws IOException {
        socket.handshakeStarted();
        readOne();
        assertThat(socket.closeIfIdle()).isTrue();
    }

    private void readOne() throws IOException {
        caller.getOutputStream().write(0x80);
        assertThat(socket.getInputStream().available())
                .as("a connection that ends is not drained")
                .isZero();
        assertThat(socket.getInputStream().read()).isEqualTo(0x80);
    }

    private void assertWaited(Duration longest) throws IOException {
        assertThat(socket.getSoTimeout()).isEqualTo((int) longest.toMillis());
    }
}
