package dev.edgewise.scheduler.state;

import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.Reservation;
import java.util.List;
import java.util.function.Predicate;

/**
 * The effects of changed placeholders of all kinds on pods that wait.
 *
 * @param freed whether capacity was given back: by reservations that end, by backups that move, by balloons that go
 * @param begun those that hold capacity from now on
 */
public record CapacityChange(boolean freed, List<Reservation> begun) {
    public CapacityChange {
        begun = List.copyOf(begun);
    }

    /** Returns whether capacity is kept for a pod now that was not before; to be asked about many. */
    public Predicate<Pod> isFor() {
        ReservationIndex index = ReservationIndex.EMPTY;
        for (Reservation reservation : begun) {
            index = index.with(reservation);
        }
        ReservationIndex all = index;
        return pod -> !all.of(pod, 1).isEmpty();
    }
}
