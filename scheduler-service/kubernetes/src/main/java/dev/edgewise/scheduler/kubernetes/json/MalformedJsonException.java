package dev.edgewise.scheduler.kubernetes.json;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

/** Thrown when a body is not JSON; becomes a 400 problem. */
public final class MalformedJsonException extends ResponseStatusException {
    private static final long serialVersionUID = 1L;

    MalformedJsonException(String detail, @Nullable Throwable cause) {
        super(HttpStatus.BAD_REQUEST, detail, cause);
    }
}
