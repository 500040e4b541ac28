package dev.edgewise.scheduler.extender;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.edgewise.common.testing.ManualTicker;
import dev.edgewise.scheduler.extender.CallerSocket.Waits;
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

class CallerSocketTest {
    private static final Duration SILENT = Duration.ofSeconds(2);
    private static final Duration HEAD = Duration.ofSeconds(10);
    private static final Duration BODY = Duration.ofSeconds(5);
    private static final Duration UNUSED = Duration.ofMinutes(5);
    private static final Duration UNTAKEN = Duration.ofSeconds(6);

    private final ManualTicker ticker = new ManualTicker();
    private CallerSocket socket = new CallerSocket(new Waits(SILENT, HEAD, BODY, UNUSED, UNTAKEN), ticker);
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
        assertWaited(SILENT);
        socket.awaitRequest();
        readOne();
        assertWaited(UNUSED);
    }

    @Test
    void whoIsSilentIsNotWaitedFor() throws IOException {
        Duration soon = Duration.ofMillis(5);
        try (CallerSocket impatient = new CallerSocket(new Waits(soon, HEAD, BODY, UNUSED, UNTAKEN), ticker);
                Socket silent = connected(impatient)) {
            assertThatThrownBy(impatient.getInputStream()::read).isInstanceOf(SocketTimeoutException.class);
            assertThat(silent.isConnected()).isTrue();
        }
    }

    @Test
    void aHeadMustBeCompleteInTime() throws IOException {
        readOne();
        ticker.advance(HEAD.minusSeconds(1));
        readOne();
        assertWaited(Duration.ofSeconds(1));
        ticker.advance(Duration.ofSeconds(1));
        assertThatThrownBy(this::readOne)
                .isInstanceOf(SocketTimeoutException.class)
                .hasMessage("not complete after 10000 ms");
    }

    @Test
    void aBodyMustBeCompleteInTimeFromItsHeadOn() throws IOException {
        readOne();
        ticker.advance(HEAD.minusSeconds(1));
        socket.awaitBody();
        readOne();
        assertWaited(SILENT);
        ticker.advance(BODY.minusMillis(10));
        readOne();
        assertWaited(Duration.ofMillis(10));
        ticker.advance(Duration.ofMillis(10));
        assertThatThrownBy(this::readOne).isInstanceOf(SocketTimeoutException.class);
    }

    @Test
    void aRequestBeginsWithItsFirstByte() throws IOException {
        ticker.advance(Duration.ofMillis(100));
        readOne();
        ticker.advance(Duration.ofMillis(3));
        assertThat(socket.awaitBody()).isEqualTo(Duration.ofMillis(100).toNanos());
    }

    /** Its bytes came with the request before. */
    @Test
    void aRequestThatIsHereAlreadyBeginsNow() throws IOException {
        readOne();
        socket.awaitBody();
        ticker.advance(Duration.ofMillis(7));
        socket.awaitRequest();
        assertThat(socket.awaitBody()).isEqualTo(Duration.ofMillis(7).toNanos());
    }

    @Test
    void anUnusedOneIsEnded() {
        socket.endIfUnused();
        assertThat(socket.isClosed()).isTrue();
    }

    @Test
    void oneWithARequestIsNotEndedAsUnused() throws IOException {
        readOne();
        socket.endIfUnused();
        socket.awaitBody();
        socket.endIfUnused();
        assertThat(socket.isClosed()).isFalse();
        socket.awaitRequest();
        socket.endIfUnused();
        assertThat(socket.isClosed()).isTrue();
    }

    @Test
    void whoTakesNothingIsEnded() {
        byte[] more = new byte[64 * 1024 * 1024];
        CompletableFuture<Void> written = CompletableFuture.runAsync(() -> {
            try {
                socket.getOutputStream().write(more);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
        await().until(() -> {
            ticker.advance(UNTAKEN.plusMillis(1));
            socket.endIfUntaken();
            return socket.isClosed();
        });
        assertThatThrownBy(written::join).hasRootCauseInstanceOf(SocketException.class);
    }

    @Test
    void whoHasTakenAllIsNotEnded() throws IOException {
        socket.getOutputStream().write(1);
        ticker.advance(UNTAKEN.plusMillis(1));
        socket.endIfUntaken();
        assertThat(socket.isClosed()).isFalse();
        assertThat(caller.getInputStream().read()).isEqualTo(1);
    }

    private void readOne() throws IOException {
        caller.getOutputStream().write(0x80);
        assertThat(socket.getInputStream().read()).isEqualTo(0x80);
    }

    private void assertWaited(Duration longest) throws IOException {
        assertThat(socket.getSoTimeout()).isEqualTo((int) longest.toMillis());
    }
}
