package dev.edgewise.sandbox.evaluate.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.Resources;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Assignments made by hand, as a broken ledger would make them. */
class PlacementEvaluatorTest {
    private static final long GIB = NodesWithTrueDelays.GIB;

    /** a and b are 10 ms apart, c is 10 ms from a and 30 ms from b. */
    private static final NodesWithTrueDelays SITE = new NodesWithTrueDelays(
            List.of(
                    NodesWithTrueDelays.node("a", 64 * GIB, false),
                    NodesWithTrueDelays.node("b", 64 * GIB, false),
                    NodesWithTrueDelays.node("c", 8 * GIB, false)),
            new Delays(List.of("a", "b", "c"), new double[][] {{0, 10, 10}, {10, 0, 30}, {10, 30, 0}}));

    private static Pod pod(String name, long gib, String reference, String home, @Nullable String backup) {
        Resources request = new Resources(100, gib * GIB, 0, Map.of());
        Pod pending = RecoveryExperimentPods.pending(name, "w-" + name, Map.of("delay_" + reference, "20"), request);
        return RecoveryExperimentPods.running(pending.assignedTo(home).backedUpBy(backup));
    }

    private static PlacementEvaluator judge(Pod... pods) {
        return new PlacementEvaluator(SITE, List.of(pods));
    }

    @Test
    void podsOfDifferentNodesShareTheRoom() {
        PlacementEvaluator judge = judge(pod("1", 6, "a", "a", "c"), pod("2", 6, "a", "b", "c"));

        assertThat(judge.uncoveredPairs()).isZero();
        assertThat(judge.recoveredPercent()).isEqualTo(100);
        assertThat(judge.unmet()).isZero();
    }

    @Test
    void podsOfOneNodeNeedTheirSum() {
        // 6 + 6 of 8 GiB: one of the two restarts.
        PlacementEvaluator judge = judge(pod("1", 6, "a", "a", "c"), pod("2", 6, "a", "a", "c"));

        assertThat(judge.uncoveredPairs()).isEqualTo(1);
        assertThat(judge.recoveredPercent()).isEqualTo(50);
    }

    @Test
    void theBackupsOwnPodsKeepTheirRoom() {
        PlacementEvaluator judge = judge(pod("1", 6, "a", "a", "c"), pod("2", 3, "c", "c", null));

        assertThat(judge.uncoveredPairs()).isEqualTo(1);
        assertThat(judge.recoveredPercent()).isZero();
    }

    @Test
    void processorsAndTheNumberOfPodsCountToo() {
        Pod[] many = new Pod[111];
        for (int i = 0; i < many.length; i++) {
            many[i] = pod("p" + i, 0, "a", "a", "b");
        }
        Pod large = RecoveryExperimentPods.running(
                RecoveryExperimentPods.pending("1", "w", Map.of("delay_a", "20"), new Resources(64_001, 0, 0, Map.of()))
                        .assignedTo("a")
                        .backedUpBy("b"));

        // A node takes 110 pods, and has 64 cores.
        assertThat(judge(many).uncoveredPairs()).isEqualTo(1);
        assertThat(judge(many).recoveredPercent()).isBetween(99.0, 99.9);
        assertThat(judge(large).uncoveredPairs()).isEqualTo(1);
    }

    @Test
    void aBackupOutOfReachRestartsNothing() {
        PlacementEvaluator judge = judge(pod("1", 1, "b", "a", "c"));

        assertThat(judge.uncoveredPairs()).isZero();
        assertThat(judge.recoveredPercent()).isZero();
    }

    @Test
    void aPodsOwnNodeAndAnUnknownOneAreNoBackups() {
        PlacementEvaluator judge = judge(pod("1", 1, "a", "a", "a"), pod("2", 1, "a", "a", "z"));

        assertThat(judge.uncoveredPairs()).isEqualTo(2);
        assertThat(judge.recoveredPercent()).isZero();
    }

    @Test
    void needsAreJudgedFromTheNearestPodOfAWorkload() {
        assertThat(judge(pod("1", 1, "b", "c", null)).unmet()).isEqualTo(1);
        assertThat(judge(pod("1", 1, "a", "a", null), pod("2", 1, "a", "b", null), pod("3", 1, "w-1", "c", null))
                        .unmet())
                .isZero();
        assertThat(judge(pod("3", 1, "w-1", "c", null)).unmet()).isEqualTo(1);
    }
}
