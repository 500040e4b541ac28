package dev.edgewise.training;

import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** Nodes in sites of ten, and the pods that come in bursts. */
final class AotTrainingCluster {
    private static final Duration BURST_LIMIT = Duration.ofMinutes(3);

    private final KubernetesClient client;
    private final List<String> nodes;

    AotTrainingCluster(KubernetesClient client, int size) {
        this.client = client;
        this.nodes = IntStream.range(0, size).mapToObj(i -> "edge-" + i).toList();
    }

    List<String> nodes() {
        return nodes;
    }

    void create() {
        // Of the Lease.
        client.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName("edgewise")
                        .endMetadata()
                        .build())
                .create();
        for (int i = 0; i < nodes.size(); i++) {
            client.resource(node(nodes.get(i), "site-" + i / 10)).create();
        }
    }

    private static Node node(String name, String site) {
        Map<String, Quantity> room =
                Map.of("cpu", new Quantity("16"), "memory", new Quantity("64Gi"), "pods", new Quantity("110"));
        return new NodeBuilder()
                .withNewMetadata()
                .withName(name)
                .addToLabels("kubernetes.io/hostname", name)
                .addToLabels("topology.kubernetes.io/zone", site)
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

    /** Creates this number of pods at once; one of each hundred fits nowhere. */
    List<Pod> burst(int burst, int size) {
        List<Pod> created = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            Pod pod = SamplePods.pod("burst-" + burst + "-" + i, i, nodes);
            created.add(client.resource(pod).create());
        }
        return created;
    }

    /** Waits until each of them is bound, or known to fit nowhere. */
    void awaitPlaced(List<Pod> pods) throws InterruptedException {
        long deadline = System.nanoTime() + BURST_LIMIT.toNanos();
        for (Pod pod : pods) {
            while (!isDecided(pod)) {
                if (System.nanoTime() > deadline) {
                    throw new IllegalStateException(
                            pod.getMetadata().getName() + " is not placed after " + BURST_LIMIT);
                }
                TimeUnit.MILLISECONDS.sleep(20);
            }
        }
    }

    private boolean isDecided(Pod pod) {
        Pod now = client.resource(pod).get();
        return now.getSpec().getNodeName() != null
                || now.getStatus() != null
                        && now.getStatus().getConditions().stream()
                                .anyMatch(condition -> condition.getType().equals("PodScheduled"));
    }

    void delete(List<Pod> pods) {
        pods.forEach(pod -> client.resource(pod).withGracePeriod(0).delete());
    }
}
