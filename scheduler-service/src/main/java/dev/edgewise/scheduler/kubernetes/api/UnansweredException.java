package dev.edgewise.scheduler.kubernetes.api;

import org.jspecify.annotations.Nullable;

/** The API server did not answer. Whether it did what it was asked is not known. */
public final class UnansweredException extends Exception {
    private static final long serialVersionUID = 1L;

    public UnansweredException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
