package dev.edgewise.kubernetes.watch;

import dev.edgewise.kubernetes.http.ApiResponse;

/** The API server does not list or watch as it was asked to. */
final class ApiStatusException extends Exception {
    private static final long serialVersionUID = 1L;
    private static final int NOT_FOUND = 404;
    private static final int GONE = 410;
    private static final int TIMEOUT = 504;

    private final int code;
    private final boolean passing;

    ApiStatusException(ApiResponse reply) {
        super(reply.message());
        this.code = reply.code();
        this.passing = reply.isTransient();
    }

    /** @param code HTTP status */
    ApiStatusException(int code, String message) {
        super(code + " " + message);
        this.code = code;
        this.passing = code != GONE && code >= 500;
    }

    /** Whether the same request may succeed in a while. */
    boolean isPassing() {
        return passing;
    }

    /** Whether the server could not answer in the time that it gives itself. */
    boolean isTimeout() {
        return code == TIMEOUT;
    }

    /** Whether the API server does not have that kind. */
    boolean isNotFound() {
        return code == NOT_FOUND;
    }
}
