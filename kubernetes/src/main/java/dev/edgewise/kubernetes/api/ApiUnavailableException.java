package dev.edgewise.kubernetes.api;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The API server did not answer. Whether it did what it was asked is not known. */
public final class ApiUnavailableException extends IOException {
    private static final long serialVersionUID = 1L;

    public ApiUnavailableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
