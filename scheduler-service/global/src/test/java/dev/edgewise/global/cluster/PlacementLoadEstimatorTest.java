package dev.edgewise.global.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Three nodes of 4 CPUs, of which pods request 1, 2 and 4. */
class PlacementLoadEstimatorTest {
    private static final long GIB = 1L << 30;

    private final ClusterCapacity capacity = capacity();

    private static ClusterCapacity capacity() {
        CapacityBuilder builder = new CapacityBuilder();
        for (String name : new String[] {"a", "b", "c"}) {
            builder.node(new CapacityBuilder.NodeValues(name, true, 4_000, 8 * GIB, 10, 0));
        }
        return builder.pod("a", false, 1_000, GIB, 0)
                .pod("b", false, 2_000, GIB, 0)
                .pod("c", false, 4_000, GIB, 0)
                .build();
    }

    /**
     * One pod of 1 CPU goes to a, 2 of 4; a second to a or b with 2 free each: a, 3 of 4 for both; a third to b, 3 of
     * 4, too.
     */
    @Test
    void podsGoToTheNodesWithMostFree() {
        assertThat(share(new PodShape(1, 1_000, GIB, 0))).isCloseTo(0.5, within(1e-9));
        assertThat(share(new PodShape(2, 1_000, GIB, 0))).isCloseTo(0.75, within(1e-9));
        assertThat(share(new PodShape(3, 1_000, GIB, 0))).isCloseTo(0.75, within(1e-9));
    }

    /** The pod of 3 CPUs fills a, the one of 1 CPU is on b, 3 of 4: (1 + 0.75) / 2. */
    @Test
    void placesLargePodsFirst() {
        assertThat(share(new PodShape(1, 1_000, GIB, 0), new PodShape(1, 3_000, GIB, 0)))
                .isCloseTo(0.875, within(1e-9));
    }

    /**
     * A node without memory for the pod is passed over, however much CPU it has: a has 7 GiB, and so have the others.
     */
    @Test
    void isUnknownWhereNotAllFitOrThereAreNone() {
        assertThat(share(new PodShape(1, 4_000, GIB, 0))).isNaN();
        assertThat(share(new PodShape(1, 1_000, 8 * GIB, 0))).isNaN();
        assertThat(share()).isNaN();
    }

    /**
     * Two functions follow: three pods of 1 CPU as above. Of eight that would follow, four fit: a and b are full, and
     * the mean is 1.
     */
    @Test
    void countsThePodsOfFunctionsThatFollowAsFarAsTheyFit() {
        List<PodShape> one = List.of(new PodShape(1, 1_000, GIB, 0));

        assertThat(PlacementLoadEstimator.share(capacity, one, 3)).isCloseTo(0.75, within(1e-9));
        assertThat(PlacementLoadEstimator.share(capacity, one, 9)).isCloseTo(1, within(1e-9));
        assertThat(PlacementLoadEstimator.share(capacity, List.of(new PodShape(2, 1_000, GIB, 0)), 2))
                .isCloseTo(0.75, within(1e-9));
    }

    /**
     * The pod of 4 CPUs needs a node of its own: it is on a, b has 4 and c 3 left. The small one goes to b, though a
     * was the node with most CPU when its queue was made.
     */
    @Test
    void podsOfOtherShapesCountForTheNodeWithMostFree() {
        ClusterCapacity three = new CapacityBuilder()
                .node(new CapacityBuilder.NodeValues("a", true, 5_000, 8 * GIB, 10, 0))
                .node(new CapacityBuilder.NodeValues("b", true, 4_000, 8 * GIB, 10, 0))
                .node(new CapacityBuilder.NodeValues("c", true, 3_000, 8 * GIB, 10, 0))
                .build();
        List<PodShape> shapes = List.of(new PodShape(1, 4_000, GIB, 0), new PodShape(1, 1_000, GIB, 0));

        // Nodes count as 4 CPUs each: a has 1 left and b 3, so that the mean of 3/4 and 1/4 is 0.5.
        assertThat(PlacementLoadEstimator.share(three, shapes, 1)).isCloseTo(0.5, within(1e-9));
    }

    /**
     * 5,000 nodes are looked at once for a hundred pods, and twice for each of these, when it comes first and when it
     * has taken the pod; not 100 × 5,000 times.
     */
    @Test
    void theNodesAreOrderedOnceForAllSets() {
        CapacityBuilder builder = new CapacityBuilder();
        for (int node = 0; node < 5_000; node++) {
            builder.node(new CapacityBuilder.NodeValues("n" + node, true, 4_000, 8 * GIB, 10, 0));
        }
        ClusterCapacity large = builder.build();
        Packing packing = new Packing(large);
        Packing.Spread spread = packing.spread(new PodShape(1, 1_000, GIB, 0));
        int[] placed = new int[large.nodes()];

        for (int set = 0; set < 100; set++) {
            assertThat(spread.place(placed)).isTrue();
        }

        assertThat(packing.looks()).isEqualTo(5_200);
    }

    private double share(PodShape... shapes) {
        return PlacementLoadEstimator.share(capacity, List.of(shapes), 1);
    }
}
