package dev.edgewise.sandbox.run;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Placements of a type's pods. */
final class PlacedPods {
    private static final long LOOK_MS = 200;

    private final KubernetesClient client;
    private final String type;

    PlacedPods(KubernetesClient client, String type) {
        this.client = client;
        this.type = type;
    }

    /** The pods whose names begin so, once all are placed, or those that are when time is up. */
    List<Pod> await(String name, int count, Duration limit) throws InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        List<Pod> placed = placed(name);
        while (placed.size() < count && System.nanoTime() - end < 0) {
            TimeUnit.MILLISECONDS.sleep(LOOK_MS);
            placed = placed(name);
        }
        return placed;
    }

    private List<Pod> placed(String name) {
        return client.pods().inNamespace("default").withLabel(RewardPods.TYPE, type).list().getItems().stream()
                .filter(pod -> pod.getMetadata().getName().startsWith(name + '-'))
                .filter(pod -> pod.getSpec().getNodeName() != null)
                .toList();
    }

    static Map<String, List<Pod>> byNode(List<Pod> pods) {
        return pods.stream().collect(Collectors.groupingBy(pod -> pod.getSpec().getNodeName()));
    }

    static int count(Map<String, List<Pod>> byNode, String node) {
        return byNode.getOrDefault(node, List.of()).size();
    }
}
