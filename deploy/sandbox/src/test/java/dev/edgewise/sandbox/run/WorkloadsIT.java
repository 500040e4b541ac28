package dev.edgewise.sandbox.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.embedded.EmbeddedKubernetes;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WorkloadsIT {
    private EmbeddedKubernetes kubernetes;
    private KubernetesClient client;

    @BeforeEach
    void start() {
        kubernetes = new EmbeddedKubernetes().start();
        client = kubernetes.client();
    }

    @AfterEach
    void stop() {
        client.close();
        kubernetes.close();
    }

    @Test
    void whatTheSandboxMadeItTakesAway() {
        Workloads workloads = Workloads.apply(client, List.of(configMap("a", "1")), "run");
        assertThat(stored("a")).isNotNull();

        workloads.delete();

        assertThat(stored("a")).isNull();
    }

    @Test
    void whatExistsIsNeitherChangedNorTakenAway() {
        client.resource(configMap("theirs", "1")).create();
        List<HasMetadata> manifests = List.of(configMap("ours", "2"), configMap("theirs", "2"));

        assertThatThrownBy(() -> Workloads.apply(client, manifests, "run"))
                .hasMessageContaining("ConfigMap theirs exists in the cluster already");

        assertThat(stored("theirs").getData()).containsEntry("key", "1");
        assertThat(stored("ours")).isNull();
    }

    @Test
    void aNamespaceThatExistsStays() {
        HasMetadata namespace = new NamespaceBuilder()
                .withNewMetadata()
                .withName("default")
                .endMetadata()
                .build();

        Workloads.apply(client, List.of(namespace), "run").delete();

        assertThat(client.namespaces().withName("default").get()).isNotNull();
    }

    private ConfigMap stored(String name) {
        return client.configMaps().inNamespace("default").withName(name).get();
    }

    private static ConfigMap configMap(String name, String value) {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withNamespace("default")
                .withName(name)
                .endMetadata()
                .withData(Map.of("key", value))
                .build();
    }
}
