package dev.edgewise.scheduler.cycle;

/** The API server takes no such reservation now, as a quota or a policy has it: to ask again at once is of no use. */
public final class ReservationRefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    public ReservationRefusedException(String message) {
        super(message);
    }
}
