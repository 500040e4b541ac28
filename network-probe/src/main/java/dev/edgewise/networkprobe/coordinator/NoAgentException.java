package dev.edgewise.networkprobe.coordinator;

/** A token that is not one of an agent; the message says why, and what it must be. */
public final class NoAgentException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public NoAgentException(String message) {
        super(message);
    }
}
