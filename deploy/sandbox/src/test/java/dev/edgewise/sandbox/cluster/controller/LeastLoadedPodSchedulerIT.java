package dev.edgewise.sandbox.cluster.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.embedded.EmbeddedKubernetes;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LeastLoadedPodSchedulerIT {
    private final EmbeddedKubernetes kubernetes = new EmbeddedKubernetes().start();
    private final KubernetesClient client = kubernetes.client();
    private final LeastLoadedPodScheduler binder = new LeastLoadedPodScheduler(client);

    @BeforeEach
    void start() {
        node("small", "2");
        node("large", "3");
        binder.start();
    }

    @AfterEach
    void close() {
        binder.close();
        client.close();
        kubernetes.close();
    }

    private void node(String name, String cpu) {
        client.resource(new NodeBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .addToLabels("size", name)
                        .endMetadata()
                        .withNewSpec()
                        .endSpec()
                        .withNewStatus()
                        .addToAllocatable("cpu", new Quantity(cpu))
                        .addToAllocatable("memory", new Quantity("8Gi"))
                        .endStatus()
                        .build())
                .create();
    }

    private void pod(String name, String cpu, Map<String, String> selector) {
        client.resource(new PodBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .withNamespace("default")
                        .endMetadata()
                        .withNewSpec()
                        .withNodeSelector(selector)
                        .addNewContainer()
                        .withName("main")
                        .withImage("x")
                        .withNewResources()
                        .addToRequests("cpu", new Quantity(cpu))
                        .endResources()
                        .endContainer()
                        .endSpec()
                        .build())
                .create();
    }

    private String nodeOf(String name) {
        Pod pod = client.pods().inNamespace("default").withName(name).require();
        return String.valueOf(pod.getSpec().getNodeName());
    }

    private void awaitNode(String name, String node) {
        await().untilAsserted(() -> assertThat(nodeOf(name)).isEqualTo(node));
    }

    @Test
    void bindsToTheNodeWithMostFreeProcessorTime() {
        pod("first", "2", Map.of());
        awaitNode("first", "large");
        // Of large 1 CPU is free now, of small 2.
        pod("second", "1", Map.of());
        awaitNode("second", "small");
    }

    @Test
    void bindsByLabels() {
        pod("one", "1", Map.of("size", "small"));
        awaitNode("one", "small");
    }

    @Test
    void aPodThatFitsNowhereWaitsUntilAnotherIsGone() {
        pod("blocks", "3", Map.of());
        awaitNode("blocks", "large");
        pod("waits", "3", Map.of());
        pod("fits", "2", Map.of());
        awaitNode("fits", "small");
        assertThat(nodeOf("waits")).isEqualTo("null");

        client.pods()
                .inNamespace("default")
                .withName("blocks")
                .withGracePeriod(0)
                .delete();

        awaitNode("waits", "large");
    }
}
