package dev.edgewise.sandbox.cluster.kubelet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.embedded.EmbeddedKubernetes;
import dev.edgewise.sandbox.cluster.ApiCallRateLimiter;
import dev.edgewise.sandbox.topology.SimulatedNode;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Clock;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class NodeRegistryIT {
    private static final SimulatedNode NODE = new SimulatedNode("edge-1", "harbour", "east", false, 2, 4);

    private final EmbeddedKubernetes kubernetes = new EmbeddedKubernetes().start();
    private final KubernetesClient client = kubernetes.client();
    private final NodeRegistry registry = new NodeRegistry(client, new ApiCallRateLimiter(1_000), Clock.systemUTC());

    @AfterEach
    void close() {
        client.close();
        kubernetes.close();
    }

    @Test
    void aNodeThatAnEarlierRunLeftIsAsNew() {
        registry.register(NODE);
        Map<String, String> labels = node().getMetadata().getLabels();
        client.nodes().withName("edge-1").edit(node -> new NodeBuilder(node)
                .editMetadata()
                .addToLabels("energy-status", "low")
                .addToLabels("kubernetes.io/role", "cloud")
                .addToAnnotations("edgewise.dev/sim-failed", "true")
                .addToAnnotations("node.alpha.kubernetes.io/ttl", "0")
                .endMetadata()
                .editOrNewSpec()
                .withPodCIDR("10.0.1.0/24")
                .withUnschedulable(true)
                .addNewTaint("NoSchedule", "battery", null, "empty")
                .endSpec()
                .build());

        registry.register(NODE);

        assertThat(node().getMetadata().getLabels()).isEqualTo(labels);
        assertThat(node().getMetadata().getAnnotations())
                .containsKey("node.alpha.kubernetes.io/ttl")
                .doesNotContainKey("edgewise.dev/sim-failed");
        assertThat(node().getSpec().getUnschedulable()).isNull();
        assertThat(node().getSpec().getTaints()).isEmpty();
        assertThat(node().getSpec().getPodCIDR()).isEqualTo("10.0.1.0/24");
    }

    @Test
    void aNodeThatIsNotSimulatedIsLeftAlone() {
        Node stranger = new NodeBuilder()
                .withNewMetadata()
                .withName("edge-1")
                .addToLabels("energy-status", "low")
                .endMetadata()
                .withNewSpec()
                .withUnschedulable(true)
                .endSpec()
                .build();
        client.resource(stranger).create();
        Node before = node();

        assertThatThrownBy(() -> registry.register(NODE))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("that is not simulated");

        assertThat(node()).isEqualTo(before);
    }

    private Node node() {
        return client.nodes().withName("edge-1").get();
    }
}
