package dev.edgewise.scheduler.state.reservations;

import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.model.ReservationStatus;

/** Writes the status of reservations. Blocks until the API server has answered. The caller retries failed writes. */
public interface ReservationWriter {
    /** Writes the status of that reservation, and of no later one of its name. */
    void write(Reservation reservation, ReservationStatus status);

    /** Deletes that reservation, and no later one of its name. */
    void delete(Reservation reservation);
}
