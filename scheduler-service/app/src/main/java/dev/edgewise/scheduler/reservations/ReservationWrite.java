package dev.edgewise.scheduler.reservations;

import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.model.ReservationStatus.Phase;
import dev.edgewise.scheduler.state.ReservationState;
import java.util.Comparator;

/**
 * A write of one reservation: its status is written, or it is deleted.
 *
 * @param tries how often the same was asked for before
 */
record ReservationWrite(ReservationState of, boolean deletes, int tries) {
    /**
     * Sorts the writes of a namespace: untried ones first, so that a failing write delays no other; then those of
     * reservations with capacity, as restarts and moves wait until they are active; then the oldest.
     */
    static final Comparator<ReservationWrite> ORDER = Comparator.comparing(ReservationWrite::tries)
            .thenComparing(write -> write.of().now().phase() != Phase.ACTIVE)
            .thenComparing(write -> write.of().reservation(), Reservation.OLDEST_FIRST);

    String namespace() {
        return of.reservation().key().namespace();
    }

    String uid() {
        return of.reservation().uid();
    }
}
