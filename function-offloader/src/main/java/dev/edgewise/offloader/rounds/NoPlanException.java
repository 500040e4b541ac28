package dev.edgewise.offloader.rounds;

/** There can be no plan, and so no move, now; becomes a 503 problem. */
public final class NoPlanException extends NotMovedException {
    private static final long serialVersionUID = 1L;

    /** @param message for people: why */
    NoPlanException(String message) {
        super(message);
    }
}
