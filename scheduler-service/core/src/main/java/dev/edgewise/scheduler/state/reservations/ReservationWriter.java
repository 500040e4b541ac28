package dev.edgewise.scheduler.state.reservations;

import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.model.ReservationStatus;

/** Writes what becomes of reservations. Blocks until the API server has answered. What fails is tried again by the caller. */
public interface ReservationWriter {
    /** Writes the status of that reservation, and of no later one of its name. */
    void write(Reservation reservation, ReservationStatus status);

    /** Deletes that reservation, and no later one of its name. */
    void delete(Reservation reservation);
}
