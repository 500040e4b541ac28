package dev.edgewise.networkprobe.estimation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class RttEstimatorTest {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    private final RttEstimator estimator = new RttEstimator(0.85, Duration.ofHours(1), new Random(1));

    private Estimate estimate(String from, String to) {
        return estimate(estimator, from, to).orElseThrow();
    }

    @Test
    void aMeasuredPairAnswersAtOnceAndByDirection() {
        estimator.report("a", "b", 12_345, NOW);

        assertThat(estimate("a", "b")).isEqualTo(new Estimate(12_345, 12_345, 12_345, EstimateBasis.MEASURED, 0.85));
        assertThat(estimate("b", "a").micros()).isEqualTo(12_345);

        estimator.report("b", "a", 15_000, NOW);
        assertThat(estimate("a", "b").micros()).isEqualTo(12_345);
        assertThat(estimate("b", "a").micros()).isEqualTo(15_000);
    }

    /** a1 and a2 stand together, b1 and b2 too; only a1—b1 is measured between them. */
    @Test
    void oneMeasurementHoldsForAllNodesOfBothSites() {
        estimator.report("a1", "a2", 400, NOW);
        estimator.report("b1", "b2", 600, NOW);
        estimator.report("a1", "b1", 20_000, NOW);
        estimator.refresh(NOW);

        assertThat(estimate("a2", "b2").micros()).isEqualTo(20_000);
        assertThat(estimate("a2", "b2").basis()).isEqualTo(EstimateBasis.SITE_PAIR);
        assertThat(estimate("a2", "b2").upperMicros()).isInfinite();
        assertThat(estimator.sites().get("a1")).isEqualTo(estimator.sites().get("a2"));
    }

    /** a—b—c in a chain of 500 µs each: the site's median, and 3 ms at most. */
    @Test
    void matesOfMatesAreNear() {
        estimator.report("a", "b", 500, NOW);
        estimator.report("b", "c", 500, NOW);
        estimator.refresh(NOW);

        assertThat(estimate("a", "c")).isEqualTo(new Estimate(500, 0, 3_000, EstimateBasis.SAME_SITE, 0.85));
    }

    /** Nodes on a line at 0, 30 and 40 ms: path and coordinates between the ends both come to about 40 ms. */
    @Test
    void blendsPathAndCoordinates() {
        estimator.report("a", "b", 30_000, NOW);
        estimator.report("b", "c", 10_000, NOW);
        estimator.refresh(NOW);

        assertThat(estimate("a", "c").micros()).isBetween(10_000.0, 60_000.0);
        assertThat(estimate("a", "c").basis()).isIn(EstimateBasis.AGREEING, EstimateBasis.DIFFERING);
    }

    @Test
    void saysNothingOfWhomItDoesNotKnow() {
        estimator.report("a", "b", 1_000, NOW);
        estimator.refresh(NOW);

        assertThat(estimate(estimator, "a", "c")).isEmpty();
        assertThat(estimate(estimator, "a", "a")).isEmpty();
        assertThat(estimator.estimates("c")).isEmpty();
    }

    @Test
    void whatIsTooOldIsForgotten() {
        estimator.report("a", "b", 1_000, NOW);
        estimator.report("b", "c", 2_000, NOW.plus(Duration.ofMinutes(30)));

        estimator.refresh(NOW.plus(Duration.ofHours(1)));
        assertThat(estimate("a", "b").basis()).isEqualTo(EstimateBasis.AGED);

        estimator.refresh(NOW.plus(Duration.ofHours(1)).plusSeconds(1));
        assertThat(estimate(estimator, "a", "b")).isEmpty();
        assertThat(estimate("b", "c").basis()).isEqualTo(EstimateBasis.AGED);
    }

    /**
     * Measured a quarter of an hour ago, or the other way, a pair has the factor 1.25 on both sides of the median
     * noise.
     */
    @Test
    void whatWasMeasuredLongAgoOrTheOtherWayHasAMargin() {
        estimator.report("a", "b", 1_000, NOW);
        estimator.refresh(NOW.plus(Duration.ofMinutes(14)));
        assertThat(estimate("a", "b").upperMicros()).isEqualTo(1_000);
        assertThat(estimate("b", "a")).isEqualTo(new Estimate(1_000, 0, 1_250, EstimateBasis.REVERSE, 0.85));

        estimator.refresh(NOW.plus(Duration.ofMinutes(15)));
        assertThat(estimate("a", "b")).isEqualTo(new Estimate(1_000, 0, 1_250, EstimateBasis.AGED, 0.85));
    }

    /**
     * Each of 40 pairs takes 10 % longer back than there: of 40 residuals of ln 1.1 the bound is 1.1 times the
     * measurement.
     */
    @Test
    void howFarBothDirectionsDifferIsLearnt() {
        for (int pair = 0; pair < 40; pair++) {
            estimator.report("a" + pair, "b" + pair, 10_000, NOW);
            estimator.report("b" + pair, "a" + pair, 11_000, NOW);
        }
        estimator.report("c", "d", 10_000, NOW);
        estimator.refresh(NOW);

        assertThat(estimate("d", "c").upperMicros()).isCloseTo(11_000, Offset.offset(1.0));
    }

    @Test
    void refusesWhatIsNoMeasurement() {
        assertThatThrownBy(() -> estimator.report("a", "b", -1, NOW)).hasMessageContaining("micros is -1");
        assertThatThrownBy(() -> estimator.report("a", "b", 1L << 31, NOW)).hasMessageContaining("2147483647");
        assertThatThrownBy(() -> estimator.report("a", "a", 1, NOW)).hasMessageContaining("two nodes");
    }

    /** The number of the node that left goes to the next new one, and nothing else of it. */
    @Test
    void aNodeThatLeavesLeavesNothingToWhoComesNext() {
        estimator.report("a", "b", 500, NOW);
        estimator.report("b", "c", 20_000, NOW);
        estimator.refresh(NOW);
        estimator.remove("b");
        estimator.refresh(NOW);

        assertThat(estimator.id("new")).isEqualTo(1);
        assertThat(estimate(estimator, "a", "new")).isEmpty();
        estimator.refresh(NOW);
        assertThat(estimator.estimates("new")).isEmpty();
        assertThat(estimator.sites().get("new")).isNotEqualTo(estimator.sites().get("a"));
    }

    @Property(tries = 100, seed = "1")
    void holdsWhateverIsMeasured(@ForAll long seed, @ForAll @IntRange(min = 3, max = 25) int nodes) {
        Random random = new Random(seed);
        RttEstimator anyhow = measured(random, nodes, 3 * nodes);

        for (int from = 0; from < nodes; from++) {
            for (int to = 0; to < nodes; to++) {
                Optional<Estimate> there = estimate(anyhow, "n" + from, "n" + to);
                there.ifPresent(estimate -> assertThat(estimate.micros())
                        .isPositive()
                        .isBetween(estimate.lowerMicros(), estimate.upperMicros()));
                assertThat(estimate(anyhow, "n" + to, "n" + from).map(Estimate::micros))
                        .isEqualTo(there.map(Estimate::micros));
                assertThat(Optional.ofNullable(anyhow.estimates("n" + from).get("n" + to)))
                        .isEqualTo(there);
            }
        }
    }

    @Property(tries = 100, seed = "1")
    void theNearestAreTheFirstOfAll(@ForAll long seed, @ForAll @IntRange(min = 3, max = 25) int nodes) {
        Random random = new Random(seed);
        RttEstimator anyhow = measured(random, nodes, 2 * nodes);
        Map<String, Estimate> all = anyhow.estimates("n0");
        all.remove("n1");
        double[] sorted =
                all.values().stream().mapToDouble(Estimate::micros).sorted().toArray();
        int most = 1 + random.nextInt(nodes);

        List<Neighbour> nearest = anyhow.nearest("n0", most, node -> !node.equals("n1"));

        assertThat(nearest)
                .hasSize(Math.min(most, sorted.length))
                .allSatisfy(neighbour -> assertThat(neighbour.estimate()).isEqualTo(all.get(neighbour.node())));
        assertThat(nearest.stream().map(Neighbour::node)).doesNotHaveDuplicates();
        for (int i = 0; i < nearest.size(); i++) {
            // Ordered by single precision.
            assertThat(nearest.get(i).estimate().micros()).isCloseTo(sorted[i], withinPercentage(1e-4));
        }
    }

    @Property(tries = 100, seed = "1")
    void aNodeThatLeavesIsGone(@ForAll long seed, @ForAll @IntRange(min = 3, max = 25) int nodes) {
        Random random = new Random(seed);
        RttEstimator anyhow = measured(random, nodes, 3 * nodes);

        anyhow.remove("n0");
        assertThat(anyhow.estimates("n0")).isEmpty();
        assertThat(anyhow.nearest("n0", 5, node -> true)).isEmpty();
        assertThat(anyhow.estimates("n1")).doesNotContainKey("n0");
        anyhow.refresh(NOW);

        assertThat(anyhow.sites()).doesNotContainKey("n0");
        for (int site = 0; site < anyhow.map().sites(); site++) {
            assertThat(anyhow.map().members(site)).doesNotContain(-1).isNotEmpty();
        }
        assertThat(anyhow.estimates("n1")).doesNotContainKey("n0");
    }

    /**
     * Pairs of 0.3 to 200 ms, each measured in one direction alone, half of them with an expectation that is learnt
     * from.
     */
    private static RttEstimator measured(Random random, int nodes, int count) {
        RttEstimator estimator = new RttEstimator(0.85, Duration.ofHours(1), random);
        List<NodePair> done = new ArrayList<>();
        for (int node = 0; node < nodes; node++) {
            estimator.id("n" + node);
        }
        for (int measurement = 0; measurement < count; measurement++) {
            NodePair pair = new NodePair(random.nextInt(nodes), random.nextInt(nodes));
            if (pair.from() != pair.to() && !done.contains(new NodePair(pair.to(), pair.from()))) {
                done.add(pair);
                double guess = 1 + random.nextInt(200_000);
                estimator.expect(
                        pair,
                        new SiteDistanceMap.Middle(guess, EstimateBasis.values()[1 + random.nextInt(4)]),
                        MeasurementPurpose.LEARN);
                int micros = random.nextInt(4) == 0 ? 300 : random.nextInt(200_000);
                estimator.report("n" + pair.from(), "n" + pair.to(), micros, NOW);
            }
            if (measurement % 20 == 0) {
                estimator.refresh(NOW);
            }
        }
        estimator.refresh(NOW);
        return estimator;
    }

    /** a1, a2 and b1, b2 at two sites, both near h. */
    private void twoSitesAndAHub() {
        estimator.report("a1", "a2", 400, NOW);
        estimator.report("b1", "b2", 400, NOW);
        estimator.report("a1", "h", 5_000, NOW);
        estimator.report("b1", "h", 7_000, NOW);
        estimator.refresh(NOW);
    }

    @Test
    void ofSitesOfWhichAPairDoesNotAnswerNoPairIsEstimatedUntilOneAnswers() {
        twoSitesAndAHub();
        assertThat(estimate("a2", "b2").micros()).isPositive();

        assertThat(estimator.silent("a1", "b1", NOW)).isTrue();
        assertThat(estimator.silent("a1", "b1", NOW)).isFalse();

        assertThat(estimate(estimator, "a1", "b1")).isEmpty();
        assertThat(estimate(estimator, "b2", "a2")).isEmpty();
        assertThat(estimator.isSilent("b2", "a2")).isTrue();
        assertThat(estimate(estimator, "a2", "h")).isPresent();
        estimator.refresh(NOW);
        assertThat(estimate(estimator, "a2", "b1")).isEmpty();
        assertThat(estimator.mates("a2")).containsExactlyInAnyOrder("a1", "a2");

        estimator.report("a2", "b2", 12_000, NOW);
        assertThat(estimate("a2", "b1").micros()).isPositive();
        assertThat(estimate(estimator, "b1", "a1"))
                .as("this pair itself still does not")
                .isEmpty();
        estimator.report("a1", "b1", 12_000, NOW);
        assertThat(estimate("b1", "a1").basis()).isEqualTo(EstimateBasis.REVERSE);
    }

    @Test
    void aPathThatDoesNotAnswerAnyMoreLeadsNowhere() {
        twoSitesAndAHub();

        estimator.silent("b1", "h", NOW);
        estimator.refresh(NOW);

        assertThat(estimate(estimator, "a1", "b1").map(Estimate::upperMicros))
                .isIn(Optional.empty(), Optional.of(Double.POSITIVE_INFINITY));
        assertThat(estimate(estimator, "b1", "h")).isEmpty();
    }

    @Test
    void sitesThatDoNotAnswerRestForAQuarterOfTheTimeThatCounts() {
        twoSitesAndAHub();
        estimator.silent("a1", "b1", NOW);
        int a = estimator.map().siteOf(estimator.id("a1"));
        int b = estimator.map().siteOf(estimator.id("b2"));

        assertThat(estimator.areResting(a, b)).isTrue();
        estimator.refresh(NOW.plus(Duration.ofMinutes(16)));
        a = estimator.map().siteOf(estimator.id("a1"));
        b = estimator.map().siteOf(estimator.id("b2"));
        assertThat(estimator.areResting(a, b)).isFalse();
        assertThat(estimator.isSilent("a2", "b1")).isTrue();
        estimator.refresh(NOW.plus(Duration.ofMinutes(61)));
        assertThat(estimator.isSilent("a2", "b1")).isFalse();
    }

    private static Optional<Estimate> estimate(RttEstimator estimator, String from, String to) {
        return Optional.ofNullable(estimator.estimates(from).get(to));
    }
}
