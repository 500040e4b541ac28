package dev.edgewise.sandbox.evaluate.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.plugins.BuiltInProfiles;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SequentialPodPlacerTest {
    private static final int NODES = 12;
    private static final NodesWithTrueDelays SITE = NodesWithTrueDelays.of(line(10));

    /** Nodes in a row. */
    static double[][] line(double stepMs) {
        double[][] ms = new double[NODES][NODES];
        for (int from = 0; from < NODES; from++) {
            for (int to = 0; to < NODES; to++) {
                ms[from][to] = stepMs * Math.abs(from - to);
            }
        }
        return ms;
    }

    private static SequentialPodPlacer placed(MemoryDistributions sizes, long seed) {
        SequentialPodPlacer placements = new SequentialPodPlacer(SITE, BuiltInProfiles.customScheduler(), seed);
        placements.place(RecoveryExperimentPods.random(SITE.delays().names(), 80, sizes, seed));
        return placements;
    }

    @Test
    void aSeedGivesTheSamePlacements() {
        assertThat(placed(MemoryDistributions.MIXED, 3).placed())
                .containsExactlyInAnyOrderElementsOf(
                        placed(MemoryDistributions.MIXED, 3).placed());
    }

    @Test
    void allOfThemAreCoveredAndRestart() {
        RecoveryRunResult outcome = RecoveryRunResult.of(placed(MemoryDistributions.MIXED, 5), SITE, 80);

        assertThat(outcome.uncoveredPairs()).isZero();
        assertThat(outcome.recoveredPercent()).isEqualTo(100);
        assertThat(outcome.unprotected() + outcome.unplaced() + outcome.unmet()).isZero();
        assertThat(outcome.reservePercent()).isBetween(1.0, 100.0);
    }

    @Test
    void reserveIsTheMemoryThatIsKept() {
        SequentialPodPlacer placements = new SequentialPodPlacer(SITE, BuiltInProfiles.customScheduler(), 1);
        placements.place(List.of(pod("1", "n0", "20")));

        // One pod, whose whole request is kept elsewhere.
        assertThat(placements.reservePercent(placements.placed())).isEqualTo(100);
        assertThat(placements.placed()).singleElement().satisfies(pod -> assertThat(pod.backupNode())
                .isNotNull()
                .isNotEqualTo(pod.spec().nodeName()));
    }

    @Test
    void aPodWaitsForTheWorkloadThatItRefersTo() {
        SequentialPodPlacer placements = new SequentialPodPlacer(SITE, BuiltInProfiles.customScheduler(), 1);
        placements.place(List.of(pod("1", "w-2", "0"), pod("2", "n5", "0")));

        assertThat(placements.placed())
                .hasSize(2)
                .allSatisfy(pod -> assertThat(pod.spec().nodeName()).isEqualTo("n5"));
        assertThat(RecoveryRunResult.of(placements, SITE, 2).unprotected()).isEqualTo(2);
    }

    @Test
    void aRefreshFindsThePodsThatNoLongerMeetTheirNeeds() {
        SequentialPodPlacer placements = placed(MemoryDistributions.EQUAL, 1);
        RttRefreshBenchmark refresh = new RttRefreshBenchmark(placements, SITE.delays());
        NodesWithTrueDelays slower =
                new NodesWithTrueDelays(SITE.nodes(), new Delays(SITE.delays().names(), line(25)));

        assertThat(refresh.violatedAt(2.5))
                .isPositive()
                .isEqualTo(new PlacementEvaluator(slower, placements.placed()).unmet());
        assertThat(refresh.violatedAt(1)).isZero();
        assertThat(refresh.medianMs()).isPositive();
    }

    private static Pod pod(String name, String reference, String ms) {
        return RecoveryExperimentPods.pending(
                name,
                "w-" + name,
                Map.of("delay_" + reference, ms),
                new Resources(100, NodesWithTrueDelays.GIB, 0, Map.of()));
    }
}
