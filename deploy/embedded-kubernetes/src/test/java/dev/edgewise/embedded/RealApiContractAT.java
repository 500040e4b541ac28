package dev.edgewise.embedded;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.nio.file.Files;
import java.nio.file.Path;

/** Tests the contract on the API server that {@code KUBECONFIG} names: it shows that the contract itself is right. */
class RealApiContractAT extends KubernetesApiContract {
    @Override
    KubernetesClient connect() throws Exception {
        String kubeconfig = System.getenv("KUBECONFIG");
        assumeTrue(
                kubeconfig != null && Files.isReadable(Path.of(kubeconfig)),
                "skipped: set KUBECONFIG to the kubeconfig of a disposable cluster to run this on a real API server");
        return new KubernetesClientBuilder()
                .withConfig(Config.fromKubeconfig(Files.readString(Path.of(kubeconfig))))
                .build();
    }
}
