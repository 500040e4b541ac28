package dev.edgewise.benchmarks.offload;

import dev.edgewise.embedded.EmbeddedKubernetes;
import dev.edgewise.embedded.FunctionObjects;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * An API with small nodes, and functions of four sizes spread over them as chance will have it; the same at each run.
 */
final class FunctionCluster implements AutoCloseable {
    private static final int REPLICAS = 10;
    private static final List<String> SIZES = List.of("50m", "100m", "200m", "400m");

    private final EmbeddedKubernetes kubernetes = new EmbeddedKubernetes().start();
    private final int nodes;

    /** @param reservations the manifest that defines them */
    FunctionCluster(int nodes, Path reservations) throws IOException {
        this.nodes = nodes;
        try (KubernetesClient client = kubernetes.client();
                InputStream definition = Files.newInputStream(reservations)) {
            client.load(definition).create();
            client.resource(FunctionObjects.namespace()).create();
            IntStream.range(0, nodes).parallel().forEach(i -> client.resource(node(i))
                    .create());
        }
    }

    /**
     * Runs the pods; to be called when services watch: this API lists all in one page, which takes heap that the pages
     * of a real one do not.
     */
    void run(int pods) {
        int[] hosts = new Random(1).ints(pods, 0, nodes).toArray();
        try (KubernetesClient client = kubernetes.client()) {
            IntStream.range(0, (pods + REPLICAS - 1) / REPLICAS).parallel().forEach(function -> {
                ReplicaSet set = client.resource(FunctionObjects.replicaSet(function, REPLICAS))
                        .create();
                IntStream.range(function * REPLICAS, Math.min(pods, (function + 1) * REPLICAS))
                        .forEach(i -> run(client, set, i, hosts[i]));
            });
        }
    }

    List<String> nodes() {
        return IntStream.range(0, nodes).mapToObj(FunctionCluster::name).toList();
    }

    String kubeconfig() throws IOException {
        Path file = Files.createTempFile("kubeconfig", ".yaml");
        file.toFile().deleteOnExit();
        return kubernetes.writeKubeconfig(file).toString();
    }

    private static String name(int node) {
        return "edge-" + node;
    }

    private static Node node(int i) {
        Map<String, Quantity> room =
                Map.of("cpu", new Quantity("4"), "memory", new Quantity("8Gi"), "pods", new Quantity("110"));
        return new NodeBuilder()
                .withNewMetadata()
                .withName(name(i))
                .addToLabels("kubernetes.io/hostname", name(i))
                .endMetadata()
                .withNewStatus()
                .withCapacity(room)
                .withAllocatable(room)
                .addNewCondition()
                .withType("Ready")
                .withStatus("True")
                .endCondition()
                .endStatus()
                .build();
    }

    private static void run(KubernetesClient client, ReplicaSet set, int number, int host) {
        String cpu = SIZES.get(number / REPLICAS % SIZES.size());
        FunctionObjects.run(
                client, FunctionObjects.pod(set, set.getMetadata().getName() + "-" + number, name(host), cpu));
    }

    @Override
    public void close() {
        kubernetes.close();
    }
}
