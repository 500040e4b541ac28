package dev.edgewise.common.signal;

/** Thrown when the store can be read, but has no room for what is to be written. */
public class SignalStoreFullException extends SignalStoreUnavailableException {
    private static final long serialVersionUID = 1L;

    public SignalStoreFullException(String message, Throwable cause) {
        super(message, cause);
    }
}
