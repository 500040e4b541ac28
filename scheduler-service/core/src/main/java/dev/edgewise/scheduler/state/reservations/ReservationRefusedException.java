package dev.edgewise.scheduler.state.reservations;

/**
 * Thrown when the API server refuses the reservation, because of a quota, a policy or a missing right: retrying at once
 * does not help.
 */
public final class ReservationRefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    public ReservationRefusedException(String message) {
        super(message);
    }
}
