package dev.edgewise.networkprobe.peers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.networkprobe.estimation.NodePair;
import dev.edgewise.networkprobe.estimation.RttEstimator;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class LandmarksTest {
    private final RttEstimator estimator = new RttEstimator(0.85, Duration.ofHours(2), new Random(1));
    private final List<PlannerNode> five = IntStream.range(0, 5)
            .mapToObj(node -> new PlannerNode(estimator.id("node-" + node), 8))
            .toList();

    private static PlannerNode at(double... profile) {
        PlannerNode prober = new PlannerNode(0, 8);
        System.arraycopy(profile, 0, prober.profile, 0, profile.length);
        return prober;
    }

    /** Differences 0.1, 0.3 and 2: the 2 of a bad landmark is dropped, (0.1 + 0.3) / 2. */
    @Test
    void oneBadLandmarkDoesNoHarm() {
        assertThat(Landmarks.distance(at(3, 4, 5), at(3.1, 4.3, 7))).isCloseTo(0.2, Offset.offset(1e-9));
    }

    private Landmarks landmarks(int batch) {
        return new Landmarks(estimator, batch, new Random(1));
    }

    private static void start(List<NodePair> pairs, List<PlannerNode> probers) {
        pairs.forEach(pair -> probers.stream()
                .filter(prober -> prober.node == pair.from())
                .forEach(prober -> prober.probe(pair.to(), 8)));
    }

    private void answer(NodePair pair) {
        estimator.report("node-" + pair.from(), "node-" + pair.to(), 5_000, Instant.EPOCH);
    }

    private List<PlannerNode> probers(int count) {
        return IntStream.range(0, count)
                .mapToObj(node -> new PlannerNode(estimator.id("node-" + node), 8))
                .toList();
    }

    /** Five nodes; the first landmark is unreachable. Each of the other four tries twice, then another is chosen. */
    @Test
    void aLandmarkThatNobodyReachesIsReplaced() {
        Landmarks landmarks = landmarks(1_000);
        int unreachable = landmarks.missing(five, 1).get(0).to();
        assertThat(landmarks.missing(five, 2)).hasSize(4).allMatch(pair -> pair.to() == unreachable);

        List<NodePair> instead = landmarks.missing(five, 3);

        assertThat(instead).hasSize(4).allMatch(pair -> pair.to() != unreachable);
        assertThat(landmarks.missing(five, 4))
                .allMatch(pair -> pair.to() == instead.get(0).to());
    }

    /** Three of the four others reach it: it stays, and the next landmark's turn has come. */
    @Test
    void aLandmarkThatMostReachStays() {
        Landmarks landmarks = landmarks(1_000);
        int landmark = landmarks.missing(five, 1).get(0).to();
        five.stream()
                .filter(prober -> prober.node != landmark)
                .limit(3)
                .forEach(prober -> estimator.report("node-" + prober.node, "node-" + landmark, 5_000, Instant.EPOCH));

        assertThat(landmarks.missing(five, 2)).hasSize(1).allMatch(pair -> pair.to() == landmark);
        assertThat(landmarks.missing(five, 3)).isNotEmpty().allMatch(pair -> pair.to() != landmark);
        assertThat(five).filteredOn(prober -> !Double.isNaN(prober.profile[0])).hasSize(4);
    }

    /**
     * Eleven nodes, four at a time: 4 + 4 + 2 measure the first landmark. After the first step four know it, more than
     * the two that half a batch is: the second is chosen, which 4 + 4 + 1 measure, as the first need not: it was
     * measured by it. The third is chosen after the second step, and one of the other two was measured by it.
     */
    @Test
    void onlyABatchMeasuresALandmarkAtATime() {
        List<PlannerNode> eleven = probers(11);
        Landmarks landmarks = landmarks(4);
        List<List<Long>> sizes = new ArrayList<>();
        for (long round = 1; round <= 5; round++) {
            List<NodePair> pairs = landmarks.missing(eleven, round);
            start(pairs, eleven);
            pairs.forEach(this::answer);
            sizes.add(new ArrayList<>(pairs.stream()
                    .collect(Collectors.groupingBy(NodePair::to, LinkedHashMap::new, Collectors.counting()))
                    .values()));
        }

        assertThat(sizes)
                .containsExactly(List.of(4L), List.of(4L, 4L), List.of(2L, 4L, 4L), List.of(1L, 4L), List.of(1L));
        assertThat(landmarks.missing(eleven, 6)).isEmpty();
        assertThat(eleven).allMatch(prober -> prober.knows(0) && prober.knows(1) && prober.knows(2));
        assertThat(eleven).allMatch(prober -> prober.peers().isEmpty());
    }

    /** Nine nodes, two at a time: of twenty seeds more than five draw another pair. */
    @Test
    void theBatchIsDrawnAtRandom() {
        Set<Set<Integer>> batches = LongStream.range(0, 20)
                .mapToObj(seed -> new Landmarks(estimator, 2, new Random(seed)).missing(probers(9), 1))
                .map(pairs -> pairs.stream().map(NodePair::from).collect(Collectors.toSet()))
                .collect(Collectors.toSet());

        assertThat(batches).hasSizeGreaterThan(5).allMatch(batch -> batch.size() == 2);
    }

    /** Ten nodes of 100 have tried twice, and failed: that is more than half of those that tried, not of all. */
    @Test
    void aLandmarkIsJudgedByTheNodesThatTried() {
        List<PlannerNode> hundred = probers(100);
        Landmarks landmarks = landmarks(10);
        int unreachable = landmarks.missing(hundred, 1).get(0).to();
        assertThat(landmarks.missing(hundred, 2)).hasSize(10).allMatch(pair -> pair.to() == unreachable);

        assertThat(landmarks.missing(hundred, 3)).hasSize(10).allMatch(pair -> pair.to() != unreachable);
    }

    /**
     * Nine nodes of ten that others reach, by batches of four: the one that does not reach the landmark is asked twice,
     * keeps its place until the sixth round after the first, in which its silence is known, and then stops.
     */
    @Test
    void whoDoesNotReachALandmarkMeasuresItUntilItsSilenceIsKnown() {
        List<PlannerNode> ten = probers(10);
        Landmarks landmarks = landmarks(4);
        List<NodePair> first = landmarks.missing(ten, 1);
        start(first, ten);
        PlannerNode cut = ten.get(first.get(0).from());
        int landmark = first.get(0).to();
        first.stream().skip(1).forEach(this::answer);
        for (long round = 2; round <= 6; round++) {
            List<NodePair> next = landmarks.missing(ten, round);
            start(next, ten);
            next.stream().filter(pair -> pair.from() != cut.node).forEach(this::answer);
            assertThat(cut.peers()).contains(landmark);
        }
        assertThat(landmarks.waiting(ten)).isZero();

        landmarks.missing(ten, 7);

        assertThat(cut.peers()).doesNotContain(landmark);
        assertThat(cut.knows(0)).isFalse();
    }

    @Test
    void twoLandmarksAreNeeded() {
        assertThat(Landmarks.distance(at(3, Double.NaN, 5), at(3.1, 4.3, 5.3))).isCloseTo(0.2, Offset.offset(1e-9));
        assertThat(Landmarks.distance(at(3, Double.NaN, 5), at(Double.NaN, 4.3, 5.3)))
                .isInfinite();
    }
}
