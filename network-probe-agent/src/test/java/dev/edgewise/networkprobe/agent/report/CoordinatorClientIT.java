package dev.edgewise.networkprobe.agent.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.testkit.ScriptedServer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CoordinatorClientIT {
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
    void aKeptConnectionThatEndedCostsNothing() throws IOException {
        coordinator.answer(UNCHANGED, ScriptedServer.HANG_UP, UNCHANGED);
        client.peers("\"7\"");
        assertThat(client.peers("\"7\"")).isNull();
        assertThat(coordinator.connections).hasSize(2);
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
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining(status.substring(0, 3))
                .hasMessageContaining("why");
    }

    @Test
    void aLongAnswerIsRefused() {
        int most = 1 << 20;
        coordinator.answer("HTTP/1.1 200 OK\r\nContent-Length: " + (most + 1) + "\r\n\r\n");
        assertThatThrownBy(() -> client.peers(null)).hasMessage("the answer is longer than " + most + " bytes");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sec\r\nHost: elsewhere", "sec ret", "s\u00e9cret"})
    void whatIsNoTokenIsNotSent(String text) throws IOException {
        Files.writeString(token, text);
        assertThatThrownBy(() -> client.peers(null))
                .hasMessageContaining(token.toString())
                .message()
                .doesNotContain("sec");
        assertThat(coordinator.requests).isEmpty();
    }
}
