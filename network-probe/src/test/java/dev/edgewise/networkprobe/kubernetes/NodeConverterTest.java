package dev.edgewise.networkprobe.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.networkprobe.nodes.AgentPod;
import dev.edgewise.networkprobe.nodes.ProbeEndpoint;
import dev.edgewise.networkprobe.nodes.ProbeNode;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import org.junit.jupiter.api.Test;

class NodeConverterTest {
    private final NodeConverter converter = new NodeConverter(6970);

    private static NodeBuilder node(String ready) {
        return new NodeBuilder()
                .withNewMetadata()
                .withName("a")
                .addToLabels("topology.kubernetes.io/zone", "z1")
                .endMetadata()
                .withNewStatus()
                .addNewCondition()
                .withType("Ready")
                .withStatus(ready)
                .endCondition()
                .endStatus();
    }

    private static PodBuilder pod() {
        return new PodBuilder()
                .withNewMetadata()
                .withName("agent-1")
                .endMetadata()
                .withNewSpec()
                .withNodeName("a")
                .endSpec()
                .withNewStatus()
                .withPhase("Running")
                .withPodIP("10.1.2.3")
                .endStatus();
    }

    @Test
    void readyNodesAreWell() {
        assertThat(converter.node(node("True").build())).isEqualTo(new ProbeNode("a", "z1", true, null));
        assertThat(converter.node(node("Unknown").build()).well()).isFalse();
        assertThat(converter
                        .node(new NodeBuilder()
                                .withNewMetadata()
                                .withName("new")
                                .endMetadata()
                                .build())
                        .well())
                .isFalse();
    }

    @Test
    void nodesThatWillBeGoneSoonAreNotWellButCordonedOnesAre() {
        NodeBuilder cordoned = node("True")
                .withNewSpec()
                .withUnschedulable(true)
                .addNewTaint()
                .withKey("node.kubernetes.io/unschedulable")
                .withEffect("NoSchedule")
                .endTaint()
                .endSpec();
        assertThat(converter.node(cordoned.build()).well()).isTrue();

        cordoned.editSpec()
                .addNewTaint()
                .withKey("karpenter.sh/disrupted")
                .withEffect("NoSchedule")
                .endTaint()
                .endSpec();
        assertThat(converter.node(cordoned.build()).well()).isFalse();
        assertThat(converter
                        .node(node("True")
                                .editMetadata()
                                .withDeletionTimestamp("2026-11-21T08:00:00Z")
                                .endMetadata()
                                .build())
                        .well())
                .isFalse();
    }

    @Test
    void runningAgentsAreReachedAtTheirPodsAddress() {
        assertThat(converter.agent(pod().build()))
                .contains(new AgentPod("agent-1", "a", new ProbeEndpoint("10.1.2.3", 6970)));
        assertThat(converter.agent(
                        pod().editStatus().withPhase("Pending").endStatus().build()))
                .isEmpty();
        assertThat(converter.agent(pod().editMetadata()
                        .withDeletionTimestamp("2026-11-21T08:00:00Z")
                        .endMetadata()
                        .build()))
                .isEmpty();
    }

    @Test
    void anAnnotationSaysWhereElse() {
        Pod relayed = pod().editMetadata()
                .addToAnnotations("edgewise.dev/probe-address", "10.9.9.9:7000")
                .endMetadata()
                .build();
        assertThat(converter.agent(relayed))
                .contains(new AgentPod("agent-1", "a", new ProbeEndpoint("10.9.9.9", 7000)));

        NodeBuilder node = node("True")
                .editMetadata()
                .addToAnnotations("edgewise.dev/probe-address", "[fd00::1]:7000")
                .endMetadata();
        assertThat(converter.node(node.build()).address()).isEqualTo(new ProbeEndpoint("fd00::1", 7000));
        node.editMetadata()
                .addToAnnotations("edgewise.dev/probe-address", "x:y")
                .endMetadata();
        assertThat(converter.node(node.build()).address()).isNull();
    }
}
