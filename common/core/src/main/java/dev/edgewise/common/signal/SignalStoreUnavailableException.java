package dev.edgewise.common.signal;

/**
 * Thrown when the store cannot be reached now. A degraded mode, not a failure: callers continue with what they know and
 * try again later.
 */
public class SignalStoreUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public SignalStoreUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
