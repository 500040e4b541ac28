package dev.edgewise.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.testkit.ScriptedServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Proxy;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the exchanges themselves; the API server's client tests what it leaves to them. */
class PooledHttpClientIT {
    private static final Duration LONG = Duration.ofSeconds(10);

    private ScriptedServer scripted;
    private Address address;
    private PooledHttpClient exchanges;

    @BeforeEach
    void start() throws IOException {
        scripted = new ScriptedServer();
        address = new Address(
                URI.create(scripted.url().replace("://", "://user:secret@") + "/gate//"), () -> Proxy.NO_PROXY, null);
        exchanges = new PooledHttpClient(address, LONG);
    }

    @AfterEach
    void stop() throws IOException {
        exchanges.close();
        scripted.close();
    }

    @Test
    void anAnswerHasItsTag() throws IOException {
        scripted.answer(
                "HTTP/1.1 200 OK\r\nETag: \"7\"\r\nContent-Length: 2\r\n\r\nok", "HTTP/1.1 304 Not Modified\r\n\r\n");
        BufferedHttpResponse answer = get(2, LONG);
        assertThat(answer.tag()).isEqualTo("\"7\"");
        assertThat(answer.body()).asString(UTF_8).isEqualTo("ok");
        assertThat(get(0, LONG).code()).isEqualTo(304);
        assertThat(scripted.connections).hasSize(1);
    }

    @Test
    void whoeverIsNamedInTheUrlIsNotSent() throws IOException {
        scripted.answer("HTTP/1.1 204 No Content\r\n\r\n");
        get(0, LONG);
        assertThat(scripted.requests.get(0))
                .startsWith("GET /gate/a HTTP/1.1\nHost: 127.0.0.1:")
                .doesNotContain("secret");
        assertThat(address.toString()).startsWith("http://127.0.0.1:").endsWith("/gate");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: 3\r\n\r\nabc",
                "Transfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n",
            })
    void aLongerAnswerIsRefusedHoweverItIsSent(String rest) throws IOException {
        String answer = "HTTP/1.1 200 OK\r\n" + rest;
        scripted.answer(answer, answer);
        assertThat(get(3, LONG).body()).hasSize(3);
        assertThatThrownBy(() -> get(2, LONG)).hasMessage("the answer is longer than 2 bytes");
    }

    @Test
    void halfAnAnswerInTimeIsATimeout() {
        scripted.answer("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nha");
        assertThatThrownBy(() -> get(4, Duration.ofMillis(200))).isInstanceOf(SocketTimeoutException.class);
    }

    /** Each byte comes in time, all of them do not. */
    @Test
    void anAnswerThatDripsIsATimeout() {
        scripted.answer(ScriptedServer.DRIP);
        assertThatThrownBy(() -> get(1_000, Duration.ofMillis(200))).isInstanceOf(SocketTimeoutException.class);
    }

    /** A request of 64 MiB fits into no buffer of the system. */
    @Test
    void aServerThatStopsReadingIsATimeout() throws IOException {
        try (ServerSocket deaf = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                PooledHttpClient asking = new PooledHttpClient(at("http", deaf, null), LONG)) {
            byte[] request = new byte[64 * 1024 * 1024];
            assertThatThrownBy(() -> asking.send(request, in(Duration.ofMillis(200)), 0))
                    .isInstanceOf(SocketTimeoutException.class);
        }
    }

    /** Each byte of the handshake comes in time, all of them do not. */
    @Test
    void aHandshakeThatDripsIsATimeout() throws IOException {
        Tls tls = Tls.of((SSLSocketFactory) SSLSocketFactory.getDefault(), "127.0.0.1");
        try (ServerSocket slow = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                PooledHttpClient asking = new PooledHttpClient(at("https", slow, tls), LONG)) {
            Thread dripping = new Thread(() -> drip(slow), "drip");
            dripping.setDaemon(true);
            dripping.start();
            assertThatThrownBy(() -> asking.send(new byte[1], in(Duration.ofMillis(200)), 0))
                    .isInstanceOf(SocketTimeoutException.class);
        }
    }

    /** A TLS record of 16 KiB, of which a byte comes every few milliseconds. */
    private static void drip(ServerSocket slow) {
        try (Socket accepted = slow.accept()) {
            accepted.getOutputStream().write(new byte[] {0x16, 3, 3, 0x40, 0});
            while (true) {
                accepted.getOutputStream().write(2);
                TimeUnit.MILLISECONDS.sleep(5);
            }
        } catch (IOException | InterruptedException over) {
            // The test has ended.
        }
    }

    private static Address at(String scheme, ServerSocket server, @Nullable Tls tls) {
        return new Address(URI.create(scheme + "://127.0.0.1:" + server.getLocalPort()), () -> Proxy.NO_PROXY, tls);
    }

    private static long in(Duration time) {
        return System.nanoTime() + time.toNanos();
    }

    @Test
    void aConnectionThatEndsSaysWhetherItWasKept() throws IOException {
        String done = "HTTP/1.1 204 No Content\r\n\r\n";
        scripted.answer(done, ScriptedServer.HANG_UP, ScriptedServer.HANG_UP, done);
        get(0, LONG);
        assertThatThrownBy(() -> get(0, LONG)).isInstanceOf(StaleConnectionException.class);
        assertThatThrownBy(() -> get(0, LONG))
                .isInstanceOf(IOException.class)
                .isNotInstanceOf(StaleConnectionException.class);
        get(0, LONG);
        assertThat(scripted.connections).hasSize(3);
    }

    /** The next answer would be taken from what is left. */
    @Test
    void aConnectionWithSurplusBytesIsNotUsedAgain() throws IOException {
        scripted.answer("HTTP/1.1 204 No Content\r\n\r\nHTTP/1.1 500 Oh\r\n\r\n", "HTTP/1.1 204 No Content\r\n\r\n");
        get(0, LONG);
        assertThat(get(0, LONG).code()).isEqualTo(204);
        assertThat(scripted.connections).hasSize(2);
    }

    @Test
    void afterItsEndNothingIsConnected() {
        exchanges.close();
        assertThatThrownBy(() -> get(0, LONG)).hasMessage("closed");
        assertThat(scripted.connections).isEmpty();
    }

    private BufferedHttpResponse get(int most, Duration timeout) throws IOException {
        long deadline = System.nanoTime() + timeout.toNanos();
        return exchanges.send(new Request("GET", address, "/a").bytes(), deadline, most);
    }
}
