package dev.edgewise.offloader.rounds.execution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.offloader.cluster.CandidatePod;
import dev.edgewise.offloader.cluster.ClusterSnapshot;
import dev.edgewise.offloader.cluster.ControllerReference;
import dev.edgewise.offloader.cluster.DesiredReplicas;
import dev.edgewise.offloader.rounds.TestFleet;
import dev.edgewise.offloader.safety.UnmovablePodReason;
import dev.edgewise.offloader.safety.Workload;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SnapshotWorkloadPodsTest {
    private static final Workload FIBO = new Workload("ns", "Deployment", "fibo", "d");
    private final SnapshotWorkloadPods pods = new SnapshotWorkloadPods();

    /** @param readyFor in seconds; null while it is not ready */
    private static CandidatePod pod(
            String uid,
            String node,
            String controller,
            @Nullable Integer readyFor,
            Set<UnmovablePodReason> conditions) {
        return new CandidatePod(
                true,
                "ns",
                "ns/" + uid,
                uid,
                node,
                "",
                new ControllerReference("apps/v1", "ReplicaSet", controller, controller),
                0,
                readyFor == null ? null : TestFleet.NOW.minusSeconds(readyFor),
                conditions,
                10,
                Set.of(),
                "",
                Map.of());
    }

    private void see(CandidatePod... seen) {
        pods.take(new ClusterSnapshot(List.of(), List.of(seen), Map.of("fibo", new DesiredReplicas(FIBO, 2))));
    }

    @Test
    void theReplacementIsThePodThatIsReadyForLongest() {
        see(
                pod("a", "edge-1", "fibo", 9, Set.of()),
                pod("b", "edge-2", "fibo", 3, Set.of()),
                pod("c", "edge-3", "fibo", 5, Set.of()),
                pod("d", "edge-4", "fibo", null, Set.of()),
                pod("e", "edge-5", "fibo", 7, Set.of(UnmovablePodReason.TERMINATING)),
                pod("f", "edge-6", "cart", 8, Set.of()));
        assertThat(pods.readyBeside(FIBO, "a")).contains("edge-3");
    }

    @Test
    void podsThatAreNotDeletedCount() {
        see(
                pod("a", "edge-1", "fibo", 9, Set.of(UnmovablePodReason.TERMINATING)),
                pod("b", "edge-2", "fibo", 3, Set.of()),
                pod("c", "edge-3", "fibo", null, Set.of()),
                pod("d", "edge-4", "cart", 8, Set.of()));
        assertThat(pods.count(FIBO)).isEqualTo(2);
        assertThat(pods.runs("a")).isFalse();
        assertThat(pods.runs("c")).isTrue();
    }
}
