package dev.edgewise.common.signal;

import org.jspecify.annotations.Nullable;

/** Thrown when a stored value is not what its kind of signal looks like. */
public class UnreadableSignalException extends Exception {
    private static final long serialVersionUID = 1L;

    public UnreadableSignalException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
