package dev.edgewise.http;

import java.io.IOException;

/**
 * Thrown when a connection that had been kept ended before its next answer was complete: most often the server closed
 * it before it saw the request.
 */
public final class StaleConnectionException extends IOException {
    private static final long serialVersionUID = 1L;

    StaleConnectionException(IOException cause) {
        super(cause.getMessage(), cause);
    }
}
