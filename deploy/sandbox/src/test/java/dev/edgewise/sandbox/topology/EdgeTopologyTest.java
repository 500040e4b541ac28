package dev.edgewise.sandbox.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class EdgeTopologyTest {
    @Test
    void thirtyEdgeNodesInSixSitesAndACloudNode() {
        Topology topology = EdgeTopology.generate(31, 1);

        assertThat(topology.summary()).isEqualTo("30 edge nodes in 6 sites, 1 cloud node");
        assertThat(topology.nodes())
                .extracting(SimulatedNode::name)
                .startsWith("edge-1")
                .endsWith("edge-30", "cloud-1");
        assertThat(topology.nodes().subList(0, 5)).allMatch(node -> node.site().equals("harbour"));
    }

    @Property(tries = 50, seed = "4")
    void examplesCanRelyOnDistancesAndSizesWhateverTheSeed(@ForAll long seed) {
        Topology topology = EdgeTopology.generate(31, seed);

        // edge-1 and edge-5: one site; edge-1 and edge-6: one region; edge-1 and edge-30: two regions
        assertThat(ms(topology, "edge-1", "edge-5")).isBetween(0.3, 2.0);
        assertThat(ms(topology, "edge-6", "edge-1")).isBetween(5.0, 15.0);
        assertThat(ms(topology, "edge-1", "edge-30")).isBetween(20.0, 40.0);
        assertThat(ms(topology, "cloud-1", "edge-9")).isBetween(45.0, 60.0);
        List<Integer> cores = topology.nodes().subList(25, 30).stream()
                .map(SimulatedNode::cpuCores)
                .sorted()
                .toList();
        assertThat(cores).containsExactly(2, 2, 4, 4, 8);
    }

    @Property(tries = 10, seed = "5")
    void theSameSeedGivesTheSame(@ForAll long seed) {
        Topology one = EdgeTopology.generate(12, seed);
        Topology two = EdgeTopology.generate(12, seed);

        assertThat(one.nodes()).isEqualTo(two.nodes());
        assertThat(ms(one, "edge-3", "edge-9")).isEqualTo(ms(two, "edge-3", "edge-9"));
    }

    @Test
    void refusesOneNode() {
        assertThatThrownBy(() -> EdgeTopology.generate(1, 1)).hasMessageContaining("1 nodes; at least 2");
    }

    private static double ms(Topology topology, String from, String to) {
        return topology.delays().between(from, to).orElseThrow();
    }
}
