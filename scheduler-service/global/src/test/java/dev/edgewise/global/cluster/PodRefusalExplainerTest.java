package dev.edgewise.global.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.global.cluster.CapacityBuilder.Exclusion;
import dev.edgewise.global.cluster.CapacityBuilder.NodeValues;
import java.util.List;
import org.junit.jupiter.api.Test;

class PodRefusalExplainerTest {
    private static final long GIB = 1L << 30;

    /**
     * Four pods of 2 CPUs and 1 GiB: a takes two (4 CPUs), b one (2 CPUs), c none (memory), d none (no GPU is asked
     * for, and 1 CPU). After three are placed, a has 0 CPUs and b has 0, d 1: three lack CPU, c memory.
     */
    @Test
    void countsNodesByWhatTheyLackForTheNextPod() {
        ClusterCapacity capacity = new CapacityBuilder()
                .node(new NodeValues("a", true, 4_000, 8 * GIB, 10, 0))
                .node(new NodeValues("b", true, 2_000, 8 * GIB, 10, 0))
                .node(new NodeValues("c", true, 9_000, GIB / 2, 10, 0))
                .node(new NodeValues("d", true, 1_000, 8 * GIB, 10, 1))
                .excluded(Exclusion.NOT_READY)
                .excluded(Exclusion.TAINTED)
                .excluded(Exclusion.TAINTED)
                .build();

        assertThat(PodRefusalExplainer.text(capacity, List.of(new PodShape(4, 2_000, GIB, 0))))
                .isEqualTo("its pods do not fit: 3 of 4 pods of 2000m CPU, 1024 MiB find a node; of 4 nodes that take"
                        + " pods 3 lack CPU, 1 lack memory; 3 more take no pods: 1 not ready, 2 tainted");
    }

    /** The pod with a GPU is placed first, and takes the CPUs that the other one would need. */
    @Test
    void tellsTheFirstSizeThatDoesNotFitBesideThoseBefore() {
        ClusterCapacity capacity = new CapacityBuilder()
                .node(new NodeValues("a", true, 2_000, GIB, 10, 1))
                .build();

        assertThat(PodRefusalExplainer.text(
                        capacity, List.of(new PodShape(1, 1_500, 0, 0), new PodShape(1, 1_000, 0, 1))))
                .isEqualTo("its pods do not fit: 0 of 1 pods of 1500m CPU, 0 MiB find a node; of 1 nodes that take"
                        + " pods 1 lack CPU");
    }

    @Test
    void saysThatThereIsNoNode() {
        assertThat(PodRefusalExplainer.text(
                        new CapacityBuilder().excluded(Exclusion.CORDONED).build(), List.of(new PodShape(1, 1, 0, 0))))
                .endsWith("of 0 nodes that take pods there is none; 1 more take no pods: 1 cordoned");
    }
}
