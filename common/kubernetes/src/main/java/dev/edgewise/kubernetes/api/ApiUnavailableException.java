package dev.edgewise.kubernetes.api;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Thrown when the API server did not answer. The outcome of the request is unknown. */
public final class ApiUnavailableException extends IOException {
    private static final long serialVersionUID = 1L;

    public ApiUnavailableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
