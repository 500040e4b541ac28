package dev.edgewise.sandbox.evaluate.global;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GlobalExperimentTest {
    private static final ExperimentGridCell HEADLINE = new ExperimentGridCell("5/15/80", 20, 60, 0);

    /** Both arms of a seed are drawn together: 10 of 20 in each seed is a gain of 50 % in every resample. */
    @Test
    void pairsTheArmsOfASeed() {
        double[] theirs = {20, 200, 2_000};
        PairedBootstrap same = PairedBootstrap.of(new double[] {10, 100, 1_000}, theirs);
        PairedBootstrap mixed = PairedBootstrap.of(new double[] {20, 100, 2_000}, theirs);

        assertThat(same.gain()).isCloseTo(50, within(1e-9));
        assertThat(same.low()).isCloseTo(50, within(1e-9));
        assertThat(same.high()).isCloseTo(50, within(1e-9));
        assertThat(mixed.gain()).isCloseTo(100 * 100 / 2_220.0, within(1e-9));
        assertThat(mixed.low()).isZero();
        assertThat(mixed.high()).isCloseTo(50, within(1e-9));
    }

    /**
     * No strategy beats the best of all placements, none uses a place that others hold, and the same seed gives the
     * same world.
     */
    @Test
    void noStrategyIsBetterThanTheOracleOrOverfillsANode() {
        for (int seed = 0; seed < 20; seed++) {
            SimulatedPipelineEnvironment world = world(seed, 85);
            if (!BaselinePlacements.isPossible(world)) {
                continue;
            }
            SchedulerPlacement services = new SchedulerPlacement(world, 0.3, new Random(seed));
            double best = world.mean(BaselinePlacements.best(world));
            for (int[] nodes : new int[][] {
                new ResponseTimePlacement(world, 0.3, new Random(seed)).place(),
                services.lowLatency(),
                services.spread(),
                BaselinePlacements.random(world, new Random(seed)),
                BaselinePlacements.inCloud(world, new Random(seed)),
                BaselinePlacements.nearest(world)
            }) {
                assertThat(world.fits(nodes)).isTrue();
                assertThat(world.mean(nodes)).isGreaterThanOrEqualTo(best);
                assertThat(world(seed, 85).mean(nodes)).isEqualTo(world.mean(nodes));
            }
        }
    }

    /**
     * An empty world: the whole pipeline goes to the edge for low latency; stock leaves no two functions on one node.
     */
    @Test
    void placesAsTheServicesDo() {
        SimulatedPipelineEnvironment empty = world(1, 0);
        SchedulerPlacement services = new SchedulerPlacement(empty, 0, new Random(1));

        assertThat(Arrays.stream(services.lowLatency()).map(Topology::cluster)).containsOnly(0);
        assertThat(Arrays.stream(services.spread()).distinct().count()).isEqualTo(3);
    }

    /**
     * An empty world, by the declared computation. Of 1 ms the functions stay together, as one more pod on the node
     * costs 0.08 ms, and the next node is 5 ms away; of 700 ms they are spread, as one more pod on a node costs 700 /
     * 0.875 - 700 / 0.9375 = 53 ms, but not to the cloud, which is 160 ms away there and back.
     */
    @Test
    void weighsComputationAgainstDelay() {
        assertThat(Arrays.stream(placed(1)).distinct().count()).isEqualTo(1);
        assertThat(Arrays.stream(placed(700)).distinct().count()).isEqualTo(3);
        assertThat(Arrays.stream(placed(700)).map(Topology::cluster)).doesNotContain(2);
    }

    private static int[] placed(int computeMillis) {
        SimulatedPipelineEnvironment empty = new SimulatedPipelineEnvironment(
                Topology.tiers(new Random(1)), new ExperimentGridCell("5/15/80", computeMillis, 0, 0), new Random(2));
        return new ResponseTimePlacement(empty, 0, new Random(1)).place();
    }

    /** Calculation by hand without noise of calls: hops of a pipeline on one node are the way there and back. */
    @Test
    void aCallCostsItsHopsItsPayloadAndItsComputation() {
        SimulatedPipelineEnvironment small = world(1, 0);
        SimulatedPipelineEnvironment large = new SimulatedPipelineEnvironment(
                Topology.tiers(new Random(1)), new ExperimentGridCell("5/15/80", 20, 0, 10_000_000), new Random(2));
        int[] cloud = {8, 8, 8};

        // One hop of 80 million bits over 50 Mbit/s, 1,600 ms, by a mean noise of about 1.
        assertThat(large.mean(cloud) - small.mean(cloud)).isCloseTo(1_600, within(80.0));
    }

    @Test
    void aCellHasAResultForEachSeed() {
        ExperimentGridCellResult result = ExperimentGridCellResult.of(
                HEADLINE, Topology::tiers, 0, IntStream.range(1, 9).toArray());

        assertThat(result.ours()).hasSize(8);
        assertThat(result.gain().gain()).isPositive();
        assertThat(result.shareOfOracle()).isBetween(0.0, 1.0);
    }

    private static SimulatedPipelineEnvironment world(int seed, int load) {
        Random random = new Random(seed);
        return new SimulatedPipelineEnvironment(
                Topology.tiers(random), new ExperimentGridCell("5/15/80", 20, load, 0), new Random(2));
    }
}
