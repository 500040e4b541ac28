package dev.edgewise.scheduler.kubernetes.api;

/** The API server did not answer. Whether it did what it was asked is not known. */
public final class UnansweredException extends Exception {
    private static final long serialVersionUID = 1L;

    public UnansweredException(String message, Throwable cause) {
        super(message, cause);
    }
}
