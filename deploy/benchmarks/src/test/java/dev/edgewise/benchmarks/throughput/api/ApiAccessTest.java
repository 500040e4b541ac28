package dev.edgewise.benchmarks.throughput.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ApiAccessTest {
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

        ApiAccess access = ApiAccess.of(file);

        assertThat(access.server().getHost()).isEqualTo("10.0.0.1");
        assertThat(access.port()).isEqualTo(6443);
        assertThat(access.token()).isEqualTo("secret");
        assertThat(access.path("/api")).isEqualTo("/api");
    }

    @Test
    void saysWhatIsWrongWithTheFile() throws IOException {
        Path broken = Files.writeString(directory.resolve("broken"), "{{");

        assertThatThrownBy(() -> ApiAccess.of(directory.resolve("none")))
                .hasMessage("there is no file that can be read");
        assertThatThrownBy(() -> ApiAccess.of(broken)).hasMessageStartingWith("it is no kubeconfig");
    }
}
