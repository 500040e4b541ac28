package dev.edgewise.examples.slots.client;

/** Thrown when the interface refused a request, or did not answer it in time. */
public final class SlotApiException extends Exception {
    private static final long serialVersionUID = 1L;

    SlotApiException(String message) {
        super(message);
    }

    SlotApiException(String message, Throwable cause) {
        super(message, cause);
    }
}
