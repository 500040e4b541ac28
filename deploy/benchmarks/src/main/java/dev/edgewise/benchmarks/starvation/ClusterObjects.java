package dev.edgewise.benchmarks.starvation;

import dev.edgewise.scheduler.kubernetes.watch.NodeConverter;
import dev.edgewise.scheduler.kubernetes.watch.PodConverter;
import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.Pod;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.time.Instant;
import java.util.Map;

/** Nodes and pods as a watch brings them. */
final class ClusterObjects {
    private ClusterObjects() {}

    static Node node(String name) {
        Map<String, Quantity> room =
                Map.of("cpu", new Quantity("8"), "memory", new Quantity("32Gi"), "pods", new Quantity("110"));
        return NodeConverter.convert(new NodeBuilder()
                .withNewMetadata()
                .withName(name)
                .addToLabels("kubernetes.io/hostname", name)
                .endMetadata()
                .withNewStatus()
                .withAllocatable(room)
                .withCapacity(room)
                .endStatus()
                .build());
    }

    /** @param number orders pods by age */
    static Pod pod(String name, int number, String cpu) {
        return PodConverter.convert(new PodBuilder()
                .withNewMetadata()
                .withNamespace("default")
                .withName(name)
                .withUid("uid-" + name)
                .withCreationTimestamp(Instant.EPOCH.plusSeconds(number).toString())
                .endMetadata()
                .withNewSpec()
                .withSchedulerName("edgewise")
                .addNewContainer()
                .withName("main")
                .withImage("registry.example/app:1")
                .withNewResources()
                .addToRequests("cpu", new Quantity(cpu))
                .endResources()
                .endContainer()
                .endSpec()
                .withNewStatus()
                .withPhase("Pending")
                .endStatus()
                .build());
    }
}
