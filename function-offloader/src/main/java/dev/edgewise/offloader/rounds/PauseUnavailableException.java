package dev.edgewise.offloader.rounds;

/** It is not known, or cannot be changed, whether moves are paused. */
public class PauseUnavailableException extends Exception {
    private static final long serialVersionUID = 1L;

    /** @param message for people: why, and what to do */
    public PauseUnavailableException(String message) {
        super(message);
    }
}
