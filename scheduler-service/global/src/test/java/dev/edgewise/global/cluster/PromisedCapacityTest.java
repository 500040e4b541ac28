package dev.edgewise.global.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PromisedCapacityTest {
    private static final Instant START = Instant.parse("2026-11-29T00:00:00Z");
    private static final List<PodShape> POD = List.of(new PodShape(1, 1_000, 0, 0));

    private final PromisedCapacity promised = new PromisedCapacity(Duration.ofSeconds(60));
    private final ClusterCapacity capacity = new CapacityBuilder()
            .node(new CapacityBuilder.NodeValues("a", true, 2_000, 100, 10, 0))
            .node(new CapacityBuilder.NodeValues("b", true, 1_500, 100, 10, 0))
            .build();

    /** 2 + 1 pods of 1 CPU fit; after one promise of 2 CPUs, which only a takes, the one on b is left. */
    @Test
    void deductsWhatWasPromisedWhereItFits() {
        assertThat(fits(0, 0)).isEqualTo(3);

        promised.promise("c1", "r1/1", List.of(new PodShape(1, 2_000, 0, 0)), START);

        assertThat(fits(0, 1)).isEqualTo(1);
        assertThat(PodSetFitCounter.sets(promised.deduct("c2", capacity, START, START), POD))
                .isEqualTo(3);
        assertThat(capacity.freeMilliCpu()).containsExactly(2_000, 1_500);
    }

    @Test
    void holdsUntilACapacityWasReadAfterThePodsWereSeen() {
        promised.promise("c1", "r1/1", POD, START);
        promised.seen("c1", "r1/1", START.plusSeconds(5));

        assertThat(fits(4, 10)).isEqualTo(2);
        assertThat(fits(5, 10)).isEqualTo(3);
    }

    /**
     * With a thousand promises each bid would otherwise place them all again, as requests become ready many times a
     * second.
     */
    @Test
    void podsThatAreSeenAfterTheCapacityWasReadChangeNothing() {
        promised.promise("c1", "r1/1", POD, START);
        ClusterCapacity rest = promised.deduct("c1", capacity, START, START.plusSeconds(10));

        promised.seen("c1", "r1/1", START.plusSeconds(5));

        assertThat(promised.deduct("c1", capacity, START, START.plusSeconds(10)))
                .isSameAs(rest);
    }

    /** A second look at running pods must not move the instant from which they are counted. */
    @Test
    void keepsTheFirstInstantAtWhichPodsWereSeen() {
        promised.promise("c1", "r1/1", POD, START);
        promised.seen("c1", "r1/1", START.plusSeconds(5));
        promised.seen("c1", "r1/1", START.plusSeconds(20));

        assertThat(fits(6, 21)).isEqualTo(3);
    }

    @Test
    void endsWithItsValidityAndWithItsAttempt() {
        promised.promise("c1", "r1/1", POD, START);
        promised.promise("c1", "r2/1", POD, START.plusSeconds(30));

        assertThat(fits(0, 59)).isEqualTo(1);
        assertThat(fits(0, 60)).isEqualTo(2);
        promised.release("c1", "r2/1");
        assertThat(fits(0, 61)).isEqualTo(3);
    }

    @Test
    void countsAHolderOnce() {
        promised.promise("c1", "r1/1", POD, START);
        promised.promise("c1", "r1/1", POD, START);

        assertThat(fits(0, 1)).isEqualTo(2);
    }

    /**
     * The smallest pods are taken for those that a capacity counts: of 2 small and 1 large, one small and the large are
     * left if it counts one.
     */
    @Test
    void deductsOnlyThePodsThatTheCapacityDoesNotCount() {
        PodShape small = new PodShape(2, 500, 0, 0);
        PodShape large = new PodShape(1, 1_000, 0, 0);
        promised.promise("c1", "r1/1", List.of(large, small), START);

        assertThat(promised.open("c1", START, Map.of("r1/1", 1), START)).containsExactly(small.of(1), large);
        assertThat(promised.open("c1", START, Map.of("r1/1", 2), START)).containsExactly(large);
        assertThat(promised.open("c1", START, Map.of("r1/1", 9), START)).isEmpty();

        ClusterCapacity rest = promised.deduct("c1", capacity, START, Map.of("r1/1", 2), START);
        assertThat(PodSetFitCounter.sets(rest, POD)).isEqualTo(2);
    }

    /** The start of the attempt counts, on whichever replica: a repetition gives no further time. */
    @Test
    void aRepetitionDoesNotExtendAPromise() {
        promised.promise("c1", "r1/1", POD, START);
        promised.promise("c1", "r1/1", POD, START.plusSeconds(30));

        assertThat(fits(0, 59)).isEqualTo(2);
        assertThat(fits(0, 60)).isEqualTo(3);
    }

    private int fits(int readAfter, int now) {
        return PodSetFitCounter.sets(
                promised.deduct("c1", capacity, START.plusSeconds(readAfter), START.plusSeconds(now)), POD);
    }
}
