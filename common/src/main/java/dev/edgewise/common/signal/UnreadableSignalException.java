package dev.edgewise.common.signal;

/** A stored value that is not what its kind of signal looks like. */
public class UnreadableSignalException extends Exception {
    private static final long serialVersionUID = 1L;

    public UnreadableSignalException(String message, Throwable cause) {
        super(message, cause);
    }
}
