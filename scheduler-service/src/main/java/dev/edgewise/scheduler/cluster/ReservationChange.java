package dev.edgewise.scheduler.cluster;

import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.Reservation;
import java.util.List;

/**
 * What reservations have changed for pods that wait.
 *
 * @param freed whether room was given back
 * @param begun those that hold room from now on
 */
public record ReservationChange(boolean freed, List<Reservation> begun) {
    public ReservationChange {
        begun = List.copyOf(begun);
    }

    /** Whether room is kept for the pod now that was not before. */
    public boolean isFor(Pod pod) {
        return begun.stream().anyMatch(reservation -> reservation.isFor(pod));
    }
}
