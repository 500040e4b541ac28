package dev.edgewise.kubernetes.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.common.boot.InvalidConfigurationException;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.kubernetes.http.ApiServerDateListener;
import dev.edgewise.kubernetes.http.ReloadingClientConfig;
import io.fabric8.kubernetes.client.Config;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KubernetesClientConfigLoaderTest {
    @TempDir
    private Path home;

    @Test
    void aKubeconfigThatIsNotThereIsNamed() {
        KubernetesClientConfigLoader access =
                new KubernetesClientConfigLoader("", Map.of("KUBECONFIG", home + "/none"), home);

        assertThatThrownBy(access::config)
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessage("KUBECONFIG names " + home + "/none, which is not a readable file.");
    }

    @Test
    void aKubeconfigThatNamesNoClusterIsNamed() throws IOException {
        Path file = Files.writeString(home.resolve("empty"), "apiVersion: v1\nkind: Config\n");
        KubernetesClientConfigLoader access =
                new KubernetesClientConfigLoader("", Map.of("KUBECONFIG", file.toString()), home);

        assertThatThrownBy(access::config)
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageStartingWith("KUBECONFIG names " + file + ", which ");
    }

    @Test
    void aKubeconfigThatIsNoYamlIsNamed() throws IOException {
        Path file = Files.writeString(home.resolve("broken"), "{{{");
        KubernetesClientConfigLoader access =
                new KubernetesClientConfigLoader("", Map.of("KUBECONFIG", file.toString()), home);

        assertThatThrownBy(access::config)
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageStartingWith("KUBECONFIG names " + file + ", which ");
    }

    @Test
    void withoutAnyClusterThereIsNothingToDo() {
        assertThatThrownBy(() -> new KubernetesClientConfigLoader("", Map.of(), home).config())
                .isInstanceOfSatisfying(InvalidConfigurationException.class, e -> assertThat(e.remedy())
                        .startsWith("Set KUBECONFIG to the kubeconfig file"))
                .hasMessageStartingWith("No Kubernetes cluster is configured: KUBECONFIG is not set");
    }

    @Test
    void theSettingGoesBeforeTheEnvironment() {
        KubernetesClientConfigLoader access =
                new KubernetesClientConfigLoader(home + "/set", Map.of("KUBECONFIG", home + "/none"), home);

        assertThatThrownBy(access::config)
                .hasMessage("edgewise.kubernetes.kubeconfig names " + home + "/set, which is not a readable file.");
    }

    @Test
    void aKubeconfigIsRead() throws IOException {
        Path file = Files.writeString(
                home.resolve("good"),
                """
                apiVersion: v1
                kind: Config
                clusters: [{name: c, cluster: {server: "http://127.0.0.1:1"}}]
                contexts: [{name: c, context: {cluster: c, user: u}}]
                current-context: c
                users: [{name: u, user: {}}]
                """);

        assertThat(new KubernetesClientConfigLoader("", Map.of("KUBECONFIG", file.toString()), home)
                        .config()
                        .getMasterUrl())
                .startsWith("http://127.0.0.1:1");
    }

    /** Reads lists as kubectl does: an empty entry is none. */
    @ParameterizedTest
    @ValueSource(strings = {":%s/good", "%s/good:", "::%s/good::", "%s/good:%s/good", "%s/none:%s/good", " :%s/good"})
    void everyListOfKubectlIsRead(String list) throws IOException {
        good();
        KubernetesClientConfigLoader access =
                new KubernetesClientConfigLoader("", Map.of("KUBECONFIG", list.replace("%s", home.toString())), home);

        assertThat(access.config().getMasterUrl()).startsWith("http://127.0.0.1:1");
    }

    /** The first file says which context it is, the second which cluster that has. */
    @Test
    void severalFilesAreOne() throws IOException {
        good();
        Files.writeString(
                home.resolve("context"),
                """
                apiVersion: v1
                kind: Config
                contexts: [{name: mine, context: {cluster: c, user: u, namespace: edge}}]
                current-context: mine
                """);
        String list = home + "/context:" + home + "/good";
        Config config = new KubernetesClientConfigLoader("", Map.of("KUBECONFIG", list), home).config();

        assertThat(config.getNamespace()).isEqualTo("edge");
        assertThat(config.getMasterUrl()).startsWith("http://127.0.0.1:1");
    }

    @Test
    void aListOfEmptyEntriesIsNoKubeconfig() {
        assertThatThrownBy(() -> new KubernetesClientConfigLoader("", Map.of("KUBECONFIG", "::"), home).config())
                .hasMessageStartingWith("No Kubernetes cluster is configured: KUBECONFIG is not set");
    }

    @Test
    void aListOfFilesThatAreNotThereIsNamed() {
        String list = home + "/none:" + home + "/neither";
        assertThatThrownBy(() -> new KubernetesClientConfigLoader("", Map.of("KUBECONFIG", list), home).config())
                .hasMessage("KUBECONFIG names " + home + "/none and " + home + "/neither, which are not there.");
    }

    private void good() throws IOException {
        Files.writeString(
                home.resolve("good"),
                """
                apiVersion: v1
                kind: Config
                clusters: [{name: c, cluster: {server: "http://127.0.0.1:1"}}]
                contexts: [{name: c, context: {cluster: c, user: u}}]
                current-context: c
                users: [{name: u, user: {}}]
                """);
    }

    @Test
    void aCertificateThatIsNotThereIsNamed() throws IOException {
        Path file = Files.writeString(
                home.resolve("uncertain"),
                """
                apiVersion: v1
                kind: Config
                clusters: [{name: c, cluster: {server: "https://127.0.0.1:1", certificate-authority: "%s/ca.crt"}}]
                contexts: [{name: c, context: {cluster: c, user: u}}]
                current-context: c
                users: [{name: u, user: {}}]
                """
                        .formatted(home));
        Config config = new KubernetesClientConfigLoader("", Map.of("KUBECONFIG", file.toString()), home).config();
        ReloadingClientConfig source = new ReloadingClientConfig(() -> config, () -> Instant.EPOCH, Ticker.system());

        assertThatThrownBy(() -> KubernetesClientConfigLoader.server(source, ApiServerDateListener.IGNORED))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageStartingWith("The Kubernetes API at https://127.0.0.1:1")
                .hasMessageContaining(home + "/ca.crt");
    }
}
