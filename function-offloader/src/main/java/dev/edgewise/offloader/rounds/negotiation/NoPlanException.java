package dev.edgewise.offloader.rounds.negotiation;

/** There can be no plan, and so no move, now; becomes a 503 problem. */
public final class NoPlanException extends NotMovedException {
    private static final long serialVersionUID = 1L;

    /** @param message for people: why */
    public NoPlanException(String message) {
        super(message);
    }
}
