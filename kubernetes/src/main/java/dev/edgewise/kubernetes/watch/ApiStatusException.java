package dev.edgewise.kubernetes.watch;

import dev.edgewise.kubernetes.http.ApiResponse;

/** The API server does not list or watch as it was asked to. */
final class ApiStatusException extends Exception {
    private static final long serialVersionUID = 1L;
    private final int code;

    ApiStatusException(ApiResponse reply) {
        super(reply.message());
        this.code = reply.code();
    }

    /** @param code HTTP status */
    ApiStatusException(int code, String message) {
        super(code + " " + message);
        this.code = code;
    }

    /** Whether the same request may succeed in a while. */
    boolean isPassing() {
        return code == 429 || code >= 500;
    }

    /** Whether the server could not answer in the time that it gives itself. */
    boolean isTimeout() {
        return code == 504;
    }

    /** Whether the API server does not have that kind. */
    boolean isNotFound() {
        return code == 404;
    }
}
