package dev.edgewise.common.security;

import org.jspecify.annotations.Nullable;

/** Thrown when tokens or rights cannot be reviewed now; the call may be repeated. */
public class ReviewUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ReviewUnavailableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
