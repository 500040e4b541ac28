package dev.edgewise.kubernetes.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.edgewise.common.testing.ManualTicker;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.http.StreamingHttpResponse;
import dev.edgewise.testkit.ScriptedServer;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.ProtocolException;
import java.net.Proxy;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ApiServerTransportIT {
    private static final Duration LONG = Duration.ofSeconds(10);
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

    private static final String REFUSED = "HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n";

    private ScriptedServer scripted;
    private ApiServerTransport server;

    @BeforeEach
    void start() throws IOException {
        scripted = new ScriptedServer();
        server = ApiServerTransport.of(config().build());
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
        scripted.close();
    }

    @Test
    void oneConnectionServesOneRequestAfterTheOther() throws IOException {
        scripted.answer(OK, OK);
        assertThat(get(LONG).body()).asString(StandardCharsets.UTF_8).isEqualTo("ok");
        server.send(TestCalls.post("/b", "{\"ü\":1}"), LONG);
        assertThat(scripted.connections).hasSize(1);
        assertThat(scripted.requests.get(0))
                .startsWith("GET /a HTTP/1.1\nHost: 127.0.0.1:")
                .contains("\nAuthorization: Bearer secret\n", "\nAccept: application/json\n");
        assertThat(scripted.requests.get(1))
                .startsWith("POST /b HTTP/1.1\n")
                .contains("\nContent-Type: application/json\nContent-Length: 8\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/a b", "/a\r\nX: y", "/a\n", "/a\t", "/a\u007f", "/ä"})
    void aPathThatCouldEndTheFirstLineIsNotSent(String path) {
        assertThatThrownBy(() -> server.send(TestCalls.get(path), LONG))
                .isInstanceOf(ProtocolException.class)
                .hasMessage("a path has a space, a control character or one outside of ASCII");
        assertThat(scripted.requests).isEmpty();
    }

    @Test
    void aServerThatAsksToCloseIsObeyed() throws IOException {
        scripted.answer(OK.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"), OK);
        get(LONG);
        get(LONG);
        assertThat(scripted.connections).hasSize(2);
    }

    @Test
    void aBrokenConnectionCostsOneRequest() throws IOException {
        scripted.answer(OK, ScriptedServer.HANG_UP, OK);
        get(LONG);
        assertThatThrownBy(() -> get(LONG)).isInstanceOf(IOException.class);
        assertThat(get(LONG).code()).isEqualTo(200);
        assertThat(scripted.requests).hasSize(3);
    }

    @Test
    void noAnswerInTimeIsATimeout() {
        assertThatThrownBy(() -> get(Duration.ofMillis(50))).isInstanceOf(SocketTimeoutException.class);
    }

    @Test
    void whatNobodyWaitsForAnyMoreIsNotSentLater() throws IOException {
        assertThatThrownBy(() -> get(Duration.ofMillis(50))).isInstanceOf(SocketTimeoutException.class);
        await().atMost(LONG).until(() -> scripted.connections.size() == 1);
        InputStream left = scripted.connections.get(0).getInputStream();
        assertThatThrownBy(left::readAllBytes)
                .isInstanceOf(SocketException.class)
                .hasMessageContaining("reset");
    }

    @Test
    void halfAnAnswerInTimeIsATimeoutToo() {
        scripted.answer("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nha");
        assertThatThrownBy(() -> get(Duration.ofMillis(200))).isInstanceOf(SocketTimeoutException.class);
    }

    @Test
    void aStreamThatIsClosedTwiceGivesItsConnectionBackOnce() throws IOException {
        scripted.answer(OK, OK, OK);
        StreamingHttpResponse twice = open();
        twice.rest();
        twice.close();
        twice.close();
        try (StreamingHttpResponse one = open();
                StreamingHttpResponse another = open()) {
            assertThat(scripted.connections).hasSize(2);
            assertThat(one.rest()).isEqualTo(another.rest());
        }
    }

    private StreamingHttpResponse open() throws IOException {
        return server.open("/list", "application/json", LONG, LONG);
    }

    @Test
    void aStreamGoesOnUntilItIsClosed() throws Exception {
        scripted.answer("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nfirst\r\n");
        StreamingHttpResponse stream = server.open("/watch", "application/json", Duration.ofSeconds(1), LONG);
        assertThat(stream.body().readNBytes(5)).asString(StandardCharsets.UTF_8).isEqualTo("first");
        CompletableFuture<Throwable> waiting = CompletableFuture.supplyAsync(() -> {
            try {
                return new AssertionError("read " + stream.body().read());
            } catch (IOException closed) {
                return closed;
            }
        });
        stream.close();
        assertThat(waiting.get()).isInstanceOf(IOException.class);
    }

    @Test
    void aStreamThatFallsSilentEnds() throws IOException {
        scripted.answer("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nfirst\r\n");
        try (StreamingHttpResponse stream =
                server.open("/watch", "application/json", Duration.ofSeconds(1), Duration.ofMillis(50))) {
            assertThat(stream.body().readNBytes(5)).hasSize(5);
            assertThatThrownBy(() -> stream.body().read()).isInstanceOf(SocketTimeoutException.class);
        }
    }

    @Test
    void aCompressedStreamIsReadAndLeavesItsConnectionForTheNext() throws IOException {
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(compressed)) {
            gzip.write("long".repeat(1000).getBytes(StandardCharsets.UTF_8));
        }
        answer.writeBytes(("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n"
                        + Integer.toHexString(compressed.size()) + "\r\n")
                .getBytes(StandardCharsets.UTF_8));
        answer.writeBytes(compressed.toByteArray());
        answer.writeBytes("\r\n0\r\n\r\n".getBytes(StandardCharsets.UTF_8));
        scripted.answer(answer.toByteArray());
        scripted.answer(OK);
        try (StreamingHttpResponse stream = server.open("/list", "application/json", LONG, LONG)) {
            assertThat(stream.body().readNBytes(4000)).asString().startsWith("longlong");
            stream.finish();
        }
        get(LONG);
        assertThat(scripted.connections).hasSize(1);
        assertThat(scripted.requests.get(0)).contains("\nAccept-Encoding: gzip");
    }

    @Test
    void closingEndsWhatIsUnderWay() throws Exception {
        CompletableFuture<Throwable> waiting = CompletableFuture.supplyAsync(() -> {
            try {
                return new AssertionError("answered " + get(LONG));
            } catch (IOException closed) {
                return closed;
            }
        });
        await().until(() -> scripted.requests.size() == 1);
        server.close();
        assertThat(waiting.get()).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> get(LONG)).isInstanceOf(IOException.class);
    }

    @Test
    void credentialsThatWereRefusedAreRenewedOnce() throws IOException {
        StringBuilder issued = new StringBuilder("t");
        Config renewing = config().withOauthToken(null)
                .withOauthTokenProvider(() -> issued.append('+').toString())
                .build();
        scripted.answer("HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n", OK);
        try (ApiServerTransport asked = ApiServerTransport.of(renewing)) {
            assertThat(asked.send(TestCalls.get("/a"), LONG).code()).isEqualTo(200);
        }
        assertThat(scripted.requests).hasSize(2).doesNotHaveDuplicates();
    }

    /** The certificate or token of a kubeconfig may be replaced by a person or a program. */
    @Test
    void credentialsThatAreStillRefusedAreReadAgain() throws IOException {
        Iterator<String> tokens = List.of("first", "second").iterator();
        ReloadingClientConfig source = new ReloadingClientConfig(
                () -> config().withOauthToken(tokens.next()).build(), () -> Instant.EPOCH, Ticker.system());
        scripted.answer(OK, REFUSED, OK, OK);
        try (ApiServerTransport asked = ApiServerTransport.of(source, ApiServerDateListener.IGNORED)) {
            for (int i = 0; i < 3; i++) {
                assertThat(asked.send(TestCalls.get("/a"), LONG).code()).isEqualTo(200);
            }
            assertThat(asked.refused()).isZero();
        }
        assertThat(scripted.requests).hasSize(4);
        assertThat(scripted.requests.get(1)).contains("Bearer first");
        assertThat(scripted.requests.get(2)).contains("Bearer second");
        // A certificate is of a connection: none of before is used again.
        assertThat(scripted.connections).hasSize(2);
    }

    @Test
    void aFileThatHasChangedIsReadAgainWithoutARefusal(@TempDir Path directory) throws IOException {
        Path token = Files.writeString(directory.resolve("kubeconfig"), "first");
        ManualTicker ticker = new ManualTicker();
        ReloadingClientConfig source = new ReloadingClientConfig(
                () -> {
                    Config read = config().withOauthToken(text(token)).build();
                    read.setCaCertFile(token.toString());
                    return read;
                },
                () -> Instant.EPOCH,
                ticker);
        scripted.answer(OK, OK, OK);
        try (ApiServerTransport asked = ApiServerTransport.of(source, ApiServerDateListener.IGNORED)) {
            asked.send(TestCalls.get("/a"), LONG);
            Files.writeString(token, "the second");
            asked.send(TestCalls.get("/a"), LONG);
            ticker.advance(Duration.ofSeconds(10));
            asked.send(TestCalls.get("/a"), LONG);
        }
        assertThat(scripted.requests.get(1)).contains("Bearer first");
        assertThat(scripted.requests.get(2)).contains("Bearer the second");
    }

    /** A token from a kubeconfig's program is read again 30 s before its end, without a refusal. */
    @Test
    void aTokenThatIsAboutToEndIsReadAgainBefore() throws IOException {
        // 1,000 s after the epoch.
        String first = "e30." + Base64.getUrlEncoder().encodeToString("{\"exp\":1000}".getBytes(StandardCharsets.UTF_8))
                + ".s";
        Iterator<String> tokens = List.of(first, "second").iterator();
        AtomicReference<Instant> now = new AtomicReference<>(Instant.ofEpochSecond(969));
        ManualTicker ticker = new ManualTicker();
        ReloadingClientConfig source = new ReloadingClientConfig(
                () -> config().withOauthToken(tokens.next()).build(), now::get, ticker);
        scripted.answer(OK, OK);
        try (ApiServerTransport asked = ApiServerTransport.of(source, ApiServerDateListener.IGNORED)) {
            ticker.advance(Duration.ofSeconds(10));
            asked.send(TestCalls.get("/a"), LONG);
            now.set(Instant.ofEpochSecond(971));
            ticker.advance(Duration.ofSeconds(10));
            asked.send(TestCalls.get("/a"), LONG);
        }
        assertThat(scripted.requests.get(0)).contains("Bearer " + first);
        assertThat(scripted.requests.get(1)).contains("Bearer second");
    }

    @Test
    void aConfigurationThatCannotBeReadAnyMoreLeavesTheOneBefore() throws IOException {
        Iterator<Supplier<Config>> readings = List.<Supplier<Config>>of(() -> config().build(), () -> {
                    throw new IllegalArgumentException("half a file");
                })
                .iterator();
        ReloadingClientConfig source =
                new ReloadingClientConfig(() -> readings.next().get(), () -> Instant.EPOCH, Ticker.system());
        scripted.answer(REFUSED, OK);
        try (ApiServerTransport asked = ApiServerTransport.of(source, ApiServerDateListener.IGNORED)) {
            assertThat(asked.send(TestCalls.get("/a"), LONG).code()).isEqualTo(401);
            assertThat(asked.refused()).isPositive();
            assertThat(asked.send(TestCalls.get("/a"), LONG).code()).isEqualTo(200);
            assertThat(asked.refused()).isZero();
        }
    }

    @Test
    void theDateOfEachAnswerIsHeard() throws IOException {
        List<String> heard = new ArrayList<>();
        String dated = OK.replace("\r\n\r\n", "\r\nDate: Sat, 28 Nov 2026 14:00:00 GMT\r\n\r\n");
        scripted.answer(dated, dated, dated.replace("200 OK", "503 Of the load balancer"));
        try (ApiServerTransport asked =
                ApiServerTransport.of(ReloadingClientConfig.of(config().build()), (date, since) -> heard.add(date))) {
            asked.send(TestCalls.get("/a"), LONG);
            asked.open("/list", "application/json", LONG, LONG).rest();
            asked.send(TestCalls.get("/a"), LONG);
        }
        assertThat(heard).containsExactly("Sat, 28 Nov 2026 14:00:00 GMT", "Sat, 28 Nov 2026 14:00:00 GMT");
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aProxyIsUsedUnlessTheHostIsExempt() {
        Config proxied = config().withHttpProxy("http://proxy.example:3128")
                .withNoProxy(".internal", "10.0.0.1")
                .build();
        assertThat(proxy(proxied, "api.example")).hasToString("HTTP @ proxy.example/<unresolved>:3128");
        assertThat(proxy(proxied, "api.internal")).isEqualTo(Proxy.NO_PROXY);
        assertThat(proxy(proxied, "10.0.0.1")).isEqualTo(Proxy.NO_PROXY);
    }

    private static Proxy proxy(Config config, String host) {
        return Proxies.of(config, URI.create("http://" + host), host, 80);
    }

    private ApiResponse get(Duration timeout) throws IOException {
        return server.send(TestCalls.get("/a"), timeout);
    }

    private ConfigBuilder config() {
        return new ConfigBuilder(Config.empty()).withMasterUrl(scripted.url()).withOauthToken("secret");
    }
}
