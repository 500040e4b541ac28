package dev.edgewise.networkprobe.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GoldpingerPodsTest {
    private static Pod pod(String namespace, String name, String node, String... ips) {
        PodBuilder pod = new PodBuilder()
                .withNewMetadata()
                .withNamespace(namespace)
                .withName(name)
                .endMetadata()
                .withNewSpec()
                .withNodeName(node)
                .endSpec()
                .withNewStatus()
                .endStatus();
        for (String ip : ips) {
            pod.editStatus().addNewPodIP(ip).endStatus();
        }
        return pod.build();
    }

    @Test
    void eachPodHasItsNodeByNameAndAddress() {
        assertThat(GoldpingerPods.nodes(List.of(
                        pod("monitoring", "gp-1", "a", "10.0.0.1", "fd00::1"),
                        pod("monitoring", "gp-2", "b", "10.0.0.2"),
                        pod("monitoring", "pending", null))))
                .isEqualTo(Map.of("gp-1", "a", "10.0.0.1", "a", "fd00::1", "a", "gp-2", "b", "10.0.0.2", "b"));
    }

    /** A tenant names a pod as one of Goldpinger's, and another as the address of one. */
    @Test
    void whatPodsOfTwoNodesHaveIsOfNeither() {
        assertThat(GoldpingerPods.nodes(List.of(
                        pod("monitoring", "gp-1", "a", "10.0.0.1"),
                        pod("monitoring", "gp-2", "b", "10.0.0.2"),
                        pod("tenant", "gp-1", "c", "10.0.0.3"),
                        pod("tenant", "10.0.0.2", "c", "10.0.0.4"))))
                .isEqualTo(Map.of("10.0.0.1", "a", "gp-2", "b", "10.0.0.3", "c", "10.0.0.4", "c"));
    }
}
