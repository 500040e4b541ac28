package dev.edgewise.networkprobe.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import org.junit.jupiter.api.Test;

class VersionsOnlyTest {
    private static Node node(String version) {
        return new NodeBuilder()
                .withNewMetadata()
                .withName("a")
                .withResourceVersion(version)
                .addToLabels("large", "label")
                .endMetadata()
                .build();
    }

    @Test
    void tellsNameAndVersionOfWhatWasThereBefore() {
        VersionsOnly<Node> nodes = new VersionsOnly<>(Node::new);
        String key = nodes.getKey(node("1"));

        assertThat(nodes.put(key, node("1"))).isNull();
        Node before = nodes.put(key, node("2"));

        assertThat(before.getMetadata().getName()).isEqualTo("a");
        assertThat(before.getMetadata().getResourceVersion()).isEqualTo("1");
        assertThat(before.getMetadata().getLabels()).isEmpty();
        assertThat(nodes.values()).singleElement().isEqualTo(nodes.get(key));
        assertThat(nodes.remove(key).getMetadata().getResourceVersion()).isEqualTo("2");
        assertThat(nodes.size()).isZero();
        assertThat(nodes.get(key)).isNull();
    }

    @Test
    void knowsAPodByItsNamespaceToo() {
        VersionsOnly<Pod> pods = new VersionsOnly<>(Pod::new);
        Pod pod = new PodBuilder()
                .withNewMetadata()
                .withNamespace("edge")
                .withName("p")
                .withResourceVersion("1")
                .endMetadata()
                .build();
        String key = pods.getKey(pod);

        pods.put(key, pod);

        assertThat(pods.get(key).getMetadata()).isEqualTo(pod.getMetadata());
        assertThat(pods.getKey(pods.get(key))).isEqualTo(key);
    }
}
