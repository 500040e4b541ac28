package dev.edgewise.offloader.moves;

/** Thrown when the API server answered, and did nothing: such as 403, as a right is missing. */
public final class MoveRefusedByApiException extends MoveFailedException {
    private static final long serialVersionUID = 1;

    /** @param message for people: what was asked, and the answer */
    public MoveRefusedByApiException(String message) {
        super(message);
    }
}
