package dev.edgewise.scheduler.state;

import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.model.ReservationStatus;

/**
 * A reservation, and its state as this replica knows it.
 *
 * @param now what its status should be; that of {@code reservation} may be older
 */
public record ReservationState(Reservation reservation, ReservationStatus now) {}
