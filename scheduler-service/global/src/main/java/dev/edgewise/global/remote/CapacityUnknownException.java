package dev.edgewise.global.remote;

/** Thrown when the capacity of a member cannot be read, which may answer all else. */
final class CapacityUnknownException extends Exception {
    private static final long serialVersionUID = 1L;

    /** @param message the reason, for people */
    CapacityUnknownException(String message) {
        super(message);
    }
}
