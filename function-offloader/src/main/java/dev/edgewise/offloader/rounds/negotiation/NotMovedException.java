package dev.edgewise.offloader.rounds.negotiation;

/** A pod is not moved on request: it may not, or too little is known. */
public abstract sealed class NotMovedException extends Exception permits MoveRefusedException, NoPlanException {
    private static final long serialVersionUID = 1L;

    /** @param message for people: why */
    NotMovedException(String message) {
        super(message);
    }
}
