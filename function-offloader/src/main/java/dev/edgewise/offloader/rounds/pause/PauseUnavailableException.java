package dev.edgewise.offloader.rounds.pause;

/** Thrown when the pause cannot be read, or cannot be changed. */
public class PauseUnavailableException extends Exception {
    private static final long serialVersionUID = 1L;

    /** @param message for people: why, and what to do */
    public PauseUnavailableException(String message) {
        super(message);
    }
}
