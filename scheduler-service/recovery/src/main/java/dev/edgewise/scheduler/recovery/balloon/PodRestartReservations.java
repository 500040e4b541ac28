package dev.edgewise.scheduler.recovery.balloon;

import dev.edgewise.scheduler.model.ReservationStatus.Phase;
import dev.edgewise.scheduler.plugins.recovery.FailoverWriter;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.ReservationState;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The reservations for restarts that this leader created, or found when it began to lead: others with the right to
 * create reservations can use the same names. For one thread.
 */
final class PodRestartReservations {
    private final ClusterState state;
    private final Set<String> uids = new HashSet<>();
    private boolean begun;

    PodRestartReservations(ClusterState state) {
        this.state = state;
    }

    /** Adopts the reservations of the last leader, and forgets deleted ones. To be called in each step. */
    void step() {
        Set<String> present = state.reservations().states().stream()
                .filter(room -> FailoverWriter.isForRestart(room.reservation()))
                .map(room -> room.reservation().uid())
                .collect(Collectors.toSet());
        if (begun) {
            uids.retainAll(present);
        } else {
            uids.addAll(present);
            begun = true;
        }
    }

    /** Adds reservations that were created now. */
    void note(Set<String> created) {
        uids.addAll(created);
    }

    /** Returns the reservations with capacity that no restarting pod has taken yet. */
    List<ReservationState> active() {
        return state.reservations().states().stream()
                .filter(room ->
                        uids.contains(room.reservation().uid()) && room.now().phase() == Phase.ACTIVE)
                .toList();
    }

    /** Clears all state, as another replica decides. */
    void forget() {
        uids.clear();
        begun = false;
    }
}
