package dev.edgewise.offloader.rounds.negotiation;

/** Thrown when there can be no plan, and so no move, now; becomes a 503 problem. */
public final class PlanUnavailableException extends MoveNotPossibleException {
    private static final long serialVersionUID = 1L;

    /** @param message for people: why */
    public PlanUnavailableException(String message) {
        super(message);
    }
}
