package dev.edgewise.global.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Three nodes of 4 CPUs, of which pods request 1, 2 and 4. */
class NodeLoadTest {
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

    /** One pod of 1 CPU goes to a, 2 of 4; a second to a or b with 2 free each: a, 3 of 4 for both; a third to b, 3 of 4, too. */
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

    /** A node without memory for the pod is passed over, however much CPU it has: a has 7 GiB, and so have the others. */
    @Test
    void isUnknownWhereNotAllFitOrThereAreNone() {
        assertThat(share(new PodShape(1, 4_000, GIB, 0))).isNaN();
        assertThat(share(new PodShape(1, 1_000, 8 * GIB, 0))).isNaN();
        assertThat(share()).isNaN();
    }

    /** Two functions follow: three pods of 1 CPU as above. Of eight that would follow, four fit: a and b are full, and the mean is 1. */
    @Test
    void countsThePodsOfFunctionsThatFollowAsFarAsTheyFit() {
        List<PodShape> one = List.of(new PodShape(1, 1_000, GIB, 0));

        assertThat(NodeLoad.share(capacity, one, 3)).isCloseTo(0.75, within(1e-9));
        assertThat(NodeLoad.share(capacity, one, 9)).isCloseTo(1, within(1e-9));
        assertThat(NodeLoad.share(capacity, List.of(new PodShape(2, 1_000, GIB, 0)), 2))
                .isCloseTo(0.75, within(1e-9));
    }

    private double share(PodShape... shapes) {
        return NodeLoad.share(capacity, List.of(shapes), 1);
    }
}
