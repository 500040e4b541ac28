package dev.edgewise.networkprobe.coordinator;

/** A report, or a call of an agent, that is not accepted; the message says what is wrong and what is allowed. */
final class RefusedReportException extends RuntimeException {
    static final int UNAUTHORIZED = 401;
    static final int FORBIDDEN = 403;
    static final int NOT_FOUND = 404;
    static final int CONFLICT = 409;
    static final int TOO_LARGE = 413;
    static final int TOO_MANY = 429;
    static final int UNAVAILABLE = 503;
    private static final long serialVersionUID = 1L;

    /** As of HTTP. */
    private final int status;

    private RefusedReportException(int status, String message) {
        super(message);
        this.status = status;
    }

    static RefusedReportException of(int status, String message) {
        return new RefusedReportException(status, message);
    }

    int status() {
        return status;
    }
}
