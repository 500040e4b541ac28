package dev.edgewise.embedded;

import io.fabric8.kubernetes.client.KubernetesClient;
import org.junit.jupiter.api.AfterAll;

class EmbeddedApiContractIT extends KubernetesApiContract {
    private static final EmbeddedKubernetes KUBERNETES = new EmbeddedKubernetes().start();

    @AfterAll
    static void stop() {
        KUBERNETES.close();
    }

    @Override
    KubernetesClient connect() {
        return KUBERNETES.client();
    }
}
