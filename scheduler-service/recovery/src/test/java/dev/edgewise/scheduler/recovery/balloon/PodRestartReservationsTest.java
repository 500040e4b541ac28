package dev.edgewise.scheduler.recovery.balloon;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestReservations.reservation;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.testing.TestClock;
import dev.edgewise.scheduler.model.ReservationStatus.Phase;
import dev.edgewise.scheduler.state.ClusterState;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PodRestartReservationsTest {
    private final ClusterState state = new ClusterState(new TestClock());
    private final PodRestartReservations restarts = new PodRestartReservations(state);

    @BeforeEach
    void aNode() {
        state.putNode(node("n1").cpu("8").build());
    }

    private void active(String name) {
        state.reservations().put(reservation(name).phase(Phase.ACTIVE).build());
    }

    private List<String> known() {
        restarts.step();
        return restarts.active().stream()
                .map(room -> room.reservation().key().name())
                .toList();
    }

    /** A tenant could otherwise have balloons counted smaller than they are. */
    @Test
    void oneThatIsMerelyNamedSoIsNone() {
        restarts.step();
        active("recovery-forged");
        active("recovery-ours");
        restarts.note(Set.of("uid-of-reservation-recovery-ours"));
        assertThat(known()).containsExactly("recovery-ours");
    }

    @Test
    void thoseOfTheLastLeaderAreTakenOver() {
        active("recovery-of-the-last-leader");
        active("another");
        assertThat(known()).containsExactly("recovery-of-the-last-leader");
        restarts.forget();
        active("recovery-of-another-leader");
        assertThat(known()).containsExactlyInAnyOrder("recovery-of-the-last-leader", "recovery-of-another-leader");
    }

    @Test
    void oneThatHoldsNoRoomIsLeftOut() {
        active("recovery-ours");
        restarts.step();
        state.reservations().expire("uid-of-reservation-recovery-ours");
        assertThat(known()).isEmpty();
    }
}
