package dev.edgewise.offloader.rounds.negotiation;

/** Thrown when a pod is not moved on request: it may not, or too little is known. */
public abstract sealed class MoveNotPossibleException extends Exception
        permits MoveRefusedException, PlanUnavailableException {
    private static final long serialVersionUID = 1L;

    /** @param message for people: why */
    MoveNotPossibleException(String message) {
        super(message);
    }
}
