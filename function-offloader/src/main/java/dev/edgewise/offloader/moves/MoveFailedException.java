package dev.edgewise.offloader.moves;

/** Thrown when the API server refused, or did not answer. */
public class MoveFailedException extends Exception {
    private static final long serialVersionUID = 1;

    /** @param message for people: what was asked, and the answer */
    public MoveFailedException(String message) {
        super(message);
    }
}
