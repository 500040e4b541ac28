package dev.edgewise.kubernetes.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.Config;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsServerNameTest {
    @TempDir
    private Path directory;

    @Test
    void isWhatTheKubeconfigSaysOfItsCluster() throws IOException {
        assertThat(nameWith("tls-server-name: api.example")).isEqualTo("api.example");
        assertThat(nameWith("insecure-skip-tls-verify: true")).isEqualTo("10.0.0.1");
        assertThat(TlsServerName.of(Config.empty(), "10.0.0.1")).isEqualTo("10.0.0.1");
    }

    private String nameWith(String setting) throws IOException {
        Path file = Files.writeString(
                directory.resolve("kubeconfig"),
                """
                apiVersion: v1
                kind: Config
                current-context: here
                contexts: [{name: here, context: {cluster: ours, user: me}}]
                clusters:
                - {name: other, cluster: {server: 'https://10.0.0.2', tls-server-name: other.example}}
                - {name: ours, cluster: {server: 'https://10.0.0.1', %s}}
                users: [{name: me, user: {token: t}}]
                """
                        .formatted(setting));
        return TlsServerName.of(Config.fromKubeconfig(file.toFile()), "10.0.0.1");
    }
}
