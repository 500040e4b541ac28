package dev.edgewise.global.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PodSetFitCounterTest {
    private static final long GIB = 1L << 30;

    /** Three nodes with 1.5 CPUs are 4.5 CPUs in all, and take one pod of 1 CPU each. */
    @Test
    void countsOnNodesNotInSums() {
        ClusterCapacity capacity = nodes(3, 1_500, 8, 10, 0);

        assertThat(PodSetFitCounter.sets(capacity, List.of(new PodShape(1, 1_000, GIB, 0))))
                .isEqualTo(3);
        assertThat(PodSetFitCounter.sets(capacity, List.of(new PodShape(2, 1_000, GIB, 0))))
                .isEqualTo(1);
        assertThat(PodSetFitCounter.sets(capacity, List.of(new PodShape(4, 1_000, GIB, 0))))
                .isZero();
        assertThat(PodSetFitCounter.sets(capacity, List.of(new PodShape(1, 2_000, GIB, 0))))
                .isZero();
    }

    /** Each bound holds alone: memory 8/3 = 2 by node, pods 10, GPUs 1/1. */
    @Test
    void countsWithTheScarcestResource() {
        assertThat(PodSetFitCounter.sets(nodes(2, 9_000, 8, 10, 0), List.of(new PodShape(1, 0, 3 * GIB, 0))))
                .isEqualTo(4);
        assertThat(PodSetFitCounter.sets(nodes(2, 9_000, 8, 10, 0), List.of(new PodShape(1, 0, 0, 0))))
                .isEqualTo(20);
        assertThat(PodSetFitCounter.sets(nodes(2, 9_000, 8, 10, 1), List.of(new PodShape(1, 1_000, 0, 1))))
                .isEqualTo(2);
        assertThat(PodSetFitCounter.sets(nodes(2, 9_000, 8, 10, 0), List.of(new PodShape(1, 1_000, 0, 1))))
                .isZero();
    }

    /**
     * A node of 4 CPUs takes 3 + 1; with the small ones first, 1 + 1 + 1 would leave no place for the large one of the
     * second set.
     */
    @Test
    void placesTheLargestFirst() {
        List<PodShape> shapes = List.of(new PodShape(1, 1_000, 0, 0), new PodShape(1, 3_000, 0, 0));

        assertThat(PodSetFitCounter.sets(nodes(2, 4_000, 8, 10, 0), shapes)).isEqualTo(2);
        assertThat(PodSetFitCounter.sets(nodes(1, 4_000, 8, 10, 0), shapes)).isEqualTo(1);
        assertThat(PodSetFitCounter.sets(nodes(8, 2_000, 8, 10, 0), shapes)).isZero();
    }

    @Test
    void countsAHundredAtMostAndAnyNumberWithoutPods() {
        assertThat(PodSetFitCounter.sets(nodes(2, 1_000_000, 900, 5_000, 0), List.of(new PodShape(3, 1, 1, 0))))
                .isEqualTo(100);
        assertThat(PodSetFitCounter.sets(nodes(0, 0, 0, 0, 0), List.of())).isEqualTo(100);
        assertThat(PodSetFitCounter.sets(nodes(0, 0, 0, 0, 0), List.of(new PodShape(1, 1, 1, 0))))
                .isZero();
    }

    /** Splitting one shape into two equal ones must not change the number: the paths agree. */
    @Test
    void countsTheSameOnBothPaths() {
        Random random = new Random(7);
        for (int run = 0; run < 200; run++) {
            ClusterCapacity capacity = random(random);
            PodShape one = new PodShape(1 + random.nextInt(3), 100 + random.nextInt(900), GIB / 4, 0);
            PodShape nothing = new PodShape(0, 5_000, GIB, 3);
            PodShape twice = new PodShape(one.count() * 2, one.milliCpu(), one.bytes(), 0);

            assertThat(PodSetFitCounter.sets(capacity, List.of(one, one)))
                    .isEqualTo(PodSetFitCounter.sets(capacity, List.of(twice, nothing)));
        }
    }

    private static ClusterCapacity random(Random random) {
        CapacityBuilder builder = new CapacityBuilder();
        for (int node = 0; node < 20; node++) {
            builder.node(new CapacityBuilder.NodeValues(
                    "n" + node, true, random.nextInt(4_000), random.nextInt(8) * GIB, 10, 0));
        }
        return builder.build();
    }

    private static ClusterCapacity nodes(int count, long milliCpu, long gib, int pods, int gpus) {
        CapacityBuilder builder = new CapacityBuilder();
        for (int node = 0; node < count; node++) {
            builder.node(new CapacityBuilder.NodeValues("n" + node, true, milliCpu, gib * GIB, pods, gpus));
        }
        return builder.build();
    }
}
