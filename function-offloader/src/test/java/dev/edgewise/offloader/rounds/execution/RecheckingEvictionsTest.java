package dev.edgewise.offloader.rounds.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.common.signal.energy.EnergyLevel;
import dev.edgewise.offloader.cluster.DesiredReplicas;
import dev.edgewise.offloader.moves.Evictions;
import dev.edgewise.offloader.moves.MoveFailedException;
import dev.edgewise.offloader.rounds.TestFleet;
import dev.edgewise.offloader.rounds.pause.Pause;
import dev.edgewise.offloader.rounds.pause.PauseState;
import dev.edgewise.offloader.rounds.pause.PauseStore;
import dev.edgewise.offloader.rounds.view.ClusterView;
import dev.edgewise.offloader.safety.MovablePod;
import dev.edgewise.offloader.safety.Workload;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The checks that are repeated right before an eviction. */
class RecheckingEvictionsTest {
    private static final Workload FIBO = new Workload("ns", "Deployment", "fibo", "d-fibo");
    private static final MovablePod PLANNED =
            new MovablePod("ns/fibo-a", "uid-fibo-a", FIBO, "edge-1", 0, Duration.ofHours(1), 2, 2, Set.of());

    private final TestFleet fleet =
            new TestFleet().node("edge-1", EnergyLevel.VULNERABLE, 20).pod("fibo-a", "edge-1");

    private Optional<Pause> pause = Optional.empty();

    private Evictions guarded(boolean dryRun) {
        ClusterView clusterView = fleet.clusterView(Optional::empty);
        clusterView.take(fleet.newReadings());
        PauseState pauses = new PauseState(new FixedPause(pause), () -> 0);
        return new RecheckingEvictions(pod -> Evictions.Answer.ACCEPTED, clusterView, pauses, dryRun);
    }

    private record FixedPause(Optional<Pause> read) implements PauseStore {
        @Override
        public void pause(Pause pause) {}

        @Override
        public void resume() {}
    }

    /** Pressed after the move was planned: a surge takes minutes. */
    @Test
    void nothingIsEvictedDuringAPause() {
        fleet.pod("fibo-b", "edge-1");
        pause = Optional.of(new Pause(null, "ada", "an exam"));
        assertThatThrownBy(() -> guarded(false).evict(PLANNED))
                .hasMessage("it is not evicted: moves are paused by ada: an exam");
    }

    @Test
    void aPodIsEvictedWhileAllReplicasAreReady() throws MoveFailedException {
        fleet.pod("fibo-b", "edge-1");
        assertThat(guarded(false).evict(PLANNED)).isEqualTo(Evictions.Answer.ACCEPTED);
    }

    /** A pod without other replicas may have to stay, although the plan saw others. */
    @Test
    void aPodStaysWhoseWorkloadWasScaledDownMeanwhile() {
        fleet.table.putController("rs-fibo", "rs-fibo", new DesiredReplicas(FIBO, 1));
        assertThatThrownBy(() -> guarded(false).evict(PLANNED))
                .isInstanceOf(MoveFailedException.class)
                .hasMessage("it is not evicted: its workload was scaled from 2 to 1");
    }

    @Test
    void nothingIsEvictedInADryRun() {
        fleet.pod("fibo-b", "edge-1");
        assertThatThrownBy(() -> guarded(true).evict(PLANNED))
                .hasMessage("it is not evicted: edgewise.function-offloader.dry-run is true");
    }
}
