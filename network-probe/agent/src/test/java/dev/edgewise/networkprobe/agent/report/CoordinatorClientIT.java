package dev.edgewise.networkprobe.agent.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.networkprobe.protocol.Report;
import dev.edgewise.testkit.ScriptedServer;
import dev.edgewise.testkit.TestCertificate;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.List;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CoordinatorClientIT {
    private static final Report REPORT = new Report(1, null, 1, 0, 0, List.of());
    private static final String UNCHANGED = "HTTP/1.1 304 Not Modified\r\n\r\n";

    @TempDir
    Path files;

    private Path token;
    private ScriptedServer coordinator;
    private CoordinatorClient client;

    @BeforeEach
    void start() throws IOException {
        token = Files.writeString(files.resolve("token"), "secret\n");
        coordinator = new ScriptedServer();
        client = new CoordinatorClient(
                new CoordinatorAccess(URI.create(coordinator.url() + "/"), "edge-1", token, null));
    }

    @AfterEach
    void stop() throws IOException {
        client.close();
        coordinator.close();
    }

    @Test
    void aListThatIsKnownIsAskedForByItsTag() throws IOException {
        coordinator.answer(UNCHANGED);
        assertThat(client.peers("\"7\"")).isNull();
        assertThat(coordinator.requests.get(0))
                .startsWith("GET /api/v1/peers/edge-1 HTTP/1.1\n")
                .contains("\nAuthorization: Bearer secret\n", "\nIf-None-Match: \"7\"\n");
    }

    @Test
    void aStaleConnectionCostsNothing() throws IOException {
        coordinator.answer(UNCHANGED, ScriptedServer.HANG_UP, UNCHANGED);
        client.peers("\"7\"");
        assertThat(client.peers("\"7\"")).isNull();
        assertThat(coordinator.connections).hasSize(2);
    }

    /** Only the response may have been lost. */
    @ParameterizedTest
    @ValueSource(strings = {"409 Conflict", "200 OK"})
    void aReportWhoseConnectionEndedIsSentOnceMore(String status) throws IOException {
        String reply = "{\"peersChanged\":true}";
        coordinator.answer(
                UNCHANGED,
                ScriptedServer.HANG_UP,
                "HTTP/1.1 " + status + "\r\nContent-Length: " + reply.length() + "\r\n\r\n" + reply);
        client.peers("\"7\"");
        assertThat(client.report(REPORT).peersChanged()).isTrue();
        assertThat(coordinator.requests.get(2))
                .isEqualTo(coordinator.requests.get(1))
                .startsWith("POST /api/v1/reports/edge-1 HTTP/1.1\n")
                .contains("\nContent-Type: application/json\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"401 Unauthorized", "409 Conflict"})
    void aReportThatIsRefusedAtOnceSaysWhy(String status) {
        coordinator.answer("HTTP/1.1 " + status + "\r\nContent-Length: 3\r\n\r\nwhy");
        assertThatThrownBy(() -> client.report(REPORT))
                .isInstanceOf(CoordinatorRefusedException.class)
                .hasMessageContaining("why");
    }

    @Test
    void aNewConnectionThatEndsIsNoAnswer() {
        coordinator.answer(ScriptedServer.HANG_UP, UNCHANGED);
        assertThatThrownBy(() -> client.peers(null)).isInstanceOf(IOException.class);
        assertThat(coordinator.requests).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"401 Unauthorized", "302 Found", "503 Service Unavailable"})
    void aRefusalSaysWhy(String status) {
        coordinator.answer("HTTP/1.1 " + status + "\r\nLocation: /elsewhere\r\nContent-Length: 3\r\n\r\nwhy");
        assertThatThrownBy(() -> client.peers(null))
                .isInstanceOf(CoordinatorRefusedException.class)
                .hasMessageContaining(status.substring(0, 3))
                .hasMessageContaining("why");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"a b\"", "\"\u0007\"", "LONG"})
    void aTagThatCannotBeSentBackIsNone(String tag) throws IOException {
        String sent = tag.equals("LONG") ? "x".repeat(257) : tag;
        String list = "{\"roundMillis\":1000,\"validMillis\":1000,\"echoes\":3,\"roundsPerReport\":1,\"peers\":[]}";
        coordinator.answer(
                "HTTP/1.1 200 OK\r\nETag: " + sent + "\r\nContent-Length: " + list.length() + "\r\n\r\n" + list);
        assertThat(client.peers(null).tag()).isNull();
    }

    @Test
    void aLongAnswerIsRefused() {
        int most = 1 << 20;
        coordinator.answer("HTTP/1.1 200 OK\r\nContent-Length: " + (most + 1) + "\r\n\r\n");
        assertThatThrownBy(() -> client.peers(null)).hasMessage("the answer is longer than " + most + " bytes");
    }

    @Test
    void aCertificateMustBeTrustedAndForThatName() throws IOException, GeneralSecurityException {
        TestCertificate own = TestCertificate.create("coordinator");
        Path ca = Files.writeString(files.resolve("ca"), own.certificate());
        Path foreign = Files.writeString(
                files.resolve("foreign"), TestCertificate.create("other").certificate());
        try (ScriptedServer secured = new ScriptedServer(own.serverContext().getServerSocketFactory())) {
            secured.answer(UNCHANGED);
            try (CoordinatorClient trusting = secured("127.0.0.1", secured.port(), ca);
                    CoordinatorClient misled = secured("localhost", secured.port(), ca);
                    CoordinatorClient strange = secured("127.0.0.1", secured.port(), foreign);
                    CoordinatorClient unsigned = secured("127.0.0.1", secured.port(), null)) {
                for (CoordinatorClient refusing : List.of(misled, strange, unsigned)) {
                    assertThatThrownBy(() -> refusing.peers("\"7\"")).isInstanceOf(SSLException.class);
                }
                assertThat(trusting.peers("\"7\"")).isNull();
            }
            assertThat(secured.requests).hasSize(1);
        }
    }

    private CoordinatorClient secured(String host, int port, @Nullable Path ca) throws IOException {
        return new CoordinatorClient(
                new CoordinatorAccess(URI.create("https://" + host + ":" + port), "edge-1", token, ca));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "sec\r\nHost: elsewhere", "sec ret", "sec\u00e9ret"})
    void whatIsNoTokenIsNotSent(String text) throws IOException {
        Files.writeString(token, text);
        assertThatThrownBy(() -> client.peers(null))
                .hasMessageContaining(token.toString())
                .message()
                .doesNotContain("sec");
        assertThat(coordinator.requests).isEmpty();
    }
}
