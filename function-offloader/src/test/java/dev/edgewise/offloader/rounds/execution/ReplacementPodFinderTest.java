package dev.edgewise.offloader.rounds.execution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.signal.energy.EnergyLevel;
import dev.edgewise.offloader.moves.Evictions;
import dev.edgewise.offloader.moves.MoveExecutor;
import dev.edgewise.offloader.moves.MoveOutcome;
import dev.edgewise.offloader.moves.MoveOutcome.Result;
import dev.edgewise.offloader.moves.Reservations;
import dev.edgewise.offloader.rounds.TestFleet;
import dev.edgewise.offloader.safety.MovablePod;
import dev.edgewise.offloader.safety.MoveLimitTracker;
import dev.edgewise.offloader.safety.SafetySettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReplacementPodFinderTest {
    private final TestFleet fleet = new TestFleet()
            .node("a", EnergyLevel.LOW_POWERED, 20)
            .node("b", EnergyLevel.WELL_POWERED, 90)
            .pod("fibo-1", "a")
            .pod("fibo-2", "a")
            .pod("cart-1", "a");
    private final List<MoveOutcome> outcomes = new ArrayList<>();
    private final ReplacementPodFinder landings = new ReplacementPodFinder();
    private final MoveExecutor moves = new MoveExecutor(
            new NoReservations(),
            pod -> Evictions.Answer.ACCEPTED,
            new MoveLimitTracker(SafetySettings.DEFAULT),
            outcomes::add,
            Duration.ofMinutes(2));

    private static final class NoReservations implements Reservations {
        @Override
        public void reserve(MovablePod pod, String target, Duration timeToLive) {}

        @Override
        public void release(String pod) {}

        @Override
        public List<Standing> standing() {
            return List.of();
        }
    }

    private void leave(String pod) {
        MovablePod movable = fleet.input().fleet().pods().stream()
                .filter(each -> each.name().equals("ns/" + pod))
                .findFirst()
                .orElseThrow();
        moves.begin(movable, "b", 0);
        landings.await(movable, fleet.cluster());
        fleet.table.removePod("ns/" + pod);
    }

    @Test
    void onlyANewReadyPodOfTheWorkloadIsAReplacement() {
        leave("fibo-1");
        landings.look(fleet.cluster(), moves, 1);
        fleet.pod("cart-9", "b").pod("fibo-3", "b", false);
        landings.look(fleet.cluster(), moves, 2);
        assertThat(outcomes).isEmpty();

        fleet.pod("fibo-3", "b");
        landings.look(fleet.cluster(), moves, 3);
        assertThat(outcomes)
                .singleElement()
                .extracting(outcome -> outcome.pod().name(), MoveOutcome::result)
                .containsExactly("ns/fibo-1", Result.LANDED);
    }

    @Test
    void aReplacementIsOneMovesOnly() {
        leave("fibo-1");
        leave("fibo-2");
        fleet.pod("fibo-3", "a");
        landings.look(fleet.cluster(), moves, 1);
        landings.look(fleet.cluster(), moves, 2);
        assertThat(outcomes).extracting(MoveOutcome::result).containsExactly(Result.CAME_BACK);

        fleet.pod("fibo-4", "c");
        landings.look(fleet.cluster(), moves, 3);
        assertThat(outcomes)
                .extracting(outcome -> outcome.pod().name() + " " + outcome.result())
                .containsExactly("ns/fibo-1 CAME_BACK", "ns/fibo-2 ELSEWHERE");
    }
}
