package dev.edgewise.common.web;

import java.time.Duration;

/** Thrown when the service is busy with other calls; becomes a 503 problem with {@code Retry-After}. */
public class BusyException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Duration retryAfter;

    /** @param retryAfter whole seconds */
    public BusyException(String message, Duration retryAfter) {
        super(message);
        this.retryAfter = retryAfter;
    }

    Duration retryAfter() {
        return retryAfter;
    }
}
