package dev.edgewise.networkprobe.agent.report;

import java.io.IOException;

/** Thrown when the coordinator rejected a request. */
final class CoordinatorRefusedException extends IOException {
    private static final long serialVersionUID = 1L;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int SERVER_ERRORS = 500;
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;

    private final int status;

    CoordinatorRefusedException(int status, String body) {
        super("status " + status + (body.isBlank() ? "" : ": " + body.strip()));
        this.status = status;
    }

    /**
     * Whether the same request may succeed later: the coordinator is busy or broken, or the token is not yet known to
     * it.
     */
    boolean mayPass() {
        return status == TOO_MANY_REQUESTS || status >= SERVER_ERRORS || status == UNAUTHORIZED || status == FORBIDDEN;
    }
}
