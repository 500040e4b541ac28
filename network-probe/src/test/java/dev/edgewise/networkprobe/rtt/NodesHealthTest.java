package dev.edgewise.networkprobe.rtt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.networkprobe.nodes.NodeDirectory;
import dev.edgewise.networkprobe.nodes.ProbeEndpoint;
import dev.edgewise.networkprobe.nodes.ProbeNode;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.StaticListableBeanFactory;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;

class NodesHealthTest {
    private final StaticListableBeanFactory beans = new StaticListableBeanFactory();
    private final HealthIndicator health =
            new RttConfiguration().clusterNodes(beans.getBeanProvider(NodeDirectory.class));

    @Test
    void isReadyOnceTheNodesAreKnown() {
        NodeDirectory nodes = new NodeDirectory();
        nodes.put(new ProbeNode("a", "", true, new ProbeEndpoint("10.0.0.1", 6970)));
        nodes.put(new ProbeNode("b", "", false, null));
        beans.addBean("nodes", nodes);

        assertThat(health.health().getStatus()).isEqualTo(Status.OUT_OF_SERVICE);
        nodes.complete();
        assertThat(health.health().getStatus()).isEqualTo(Status.UP);
        assertThat(health.health().getDetails()).containsEntry("nodes", 2).containsEntry("measurable", 1);
    }

    @Test
    void whoReadsFilesNeedsNoNodes() {
        assertThat(health.health().getStatus()).isEqualTo(Status.UP);
    }
}
