package dev.edgewise.examples.slots.client;

/** The interface refused a request, or did not answer it in time. */
public final class InterfaceException extends Exception {
    private static final long serialVersionUID = 1L;

    InterfaceException(String message) {
        super(message);
    }

    InterfaceException(String message, Throwable cause) {
        super(message, cause);
    }
}
