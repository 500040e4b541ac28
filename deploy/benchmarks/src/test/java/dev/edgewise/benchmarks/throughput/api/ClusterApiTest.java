package dev.edgewise.benchmarks.throughput.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterApiTest {
    @TempDir
    private Path directory;

    @Test
    void readsTheCurrentContext() throws IOException {
        Path file = Files.writeString(
                directory.resolve("kubeconfig"),
                """
                apiVersion: v1
                kind: Config
                current-context: this
                clusters: [{name: c, cluster: {server: "https://10.0.0.1:6443"}}]
                contexts: [{name: this, context: {cluster: c, user: u}}]
                users: [{name: u, user: {token: "secret"}}]
                """);

        try (ClusterApi api = ClusterApi.of(file)) {
            assertThat(api).hasToString("https://10.0.0.1:6443");
        }
    }

    @Test
    void saysWhatIsWrongWithTheFile() throws IOException {
        Path broken = Files.writeString(directory.resolve("broken"), "{{");

        assertThatThrownBy(() -> ClusterApi.of(directory.resolve("none")))
                .hasMessage("there is no file that can be read");
        assertThatThrownBy(() -> ClusterApi.of(broken)).hasMessageStartingWith("it is no kubeconfig");
    }

    @Test
    void aRefusalIsAFailureThatQuotesTheServer() throws IOException {
        try (FakeApi server = new FakeApi().answer("POST /pods", 403, "{\"message\":\"not allowed\"}")) {
            assertThatThrownBy(() -> server.api().create("/pods", "{}"))
                    .hasMessage("the API server refused: 403 not allowed");
            assertThatThrownBy(() -> server.api()
                            .each(List.of("a", "b"), name -> server.api().create("/pods", name)))
                    .hasMessageContaining("403 not allowed");
        }
    }

    @Test
    void whatIsThereAlreadyNeedNotBeCreatedAndWhatIsNotThereNeedNotBeDeleted() throws IOException {
        try (FakeApi server = new FakeApi().answer("POST /pods", 409, "already exists")) {
            server.api().createIfAbsent("/pods", "{}");
            server.api().deleteIfPresent("/pods/a");
            assertThatThrownBy(() -> server.api().create("/pods", "{}")).hasMessageContaining("409 already exists");
            assertThatThrownBy(() -> server.api().delete("/pods/a")).hasMessageContaining("404");
        }
    }
}
