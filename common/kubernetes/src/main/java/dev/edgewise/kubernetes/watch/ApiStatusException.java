package dev.edgewise.kubernetes.watch;

import dev.edgewise.kubernetes.http.ApiResponse;

/** Thrown when the API server does not list or watch as it was asked to. */
final class ApiStatusException extends Exception {
    private static final long serialVersionUID = 1L;
    private static final String FUTURE = "Too large resource version";

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
        return code == 429 || code >= 500 && !isOfTheFuture();
    }

    /** Whether the server could not answer in the time that it gives itself. */
    boolean isTimeout() {
        return code == 504 && !isOfTheFuture();
    }

    /**
     * Whether the server does not have the version yet that was asked for: it may have gone back to an older state, and
     * never will.
     */
    boolean isOfTheFuture() {
        return code == 504 && String.valueOf(getMessage()).contains(FUTURE);
    }

    /** Whether this process may not read the kind. */
    boolean isForbidden() {
        return code == 403;
    }

    /** Whether the API server does not have that kind. */
    boolean isNotFound() {
        return code == 404;
    }
}
