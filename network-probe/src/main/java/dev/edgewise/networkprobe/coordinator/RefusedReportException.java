package dev.edgewise.networkprobe.coordinator;

/** Thrown when a report, or a call of an agent, is not accepted; the message says what is wrong and what is allowed. */
public final class RefusedReportException extends RuntimeException {
    public static final int UNAUTHORIZED = 401;
    public static final int FORBIDDEN = 403;
    public static final int UNAVAILABLE = 503;
    static final int NOT_FOUND = 404;
    static final int CONFLICT = 409;
    static final int TOO_MANY = 429;

    private static final long serialVersionUID = 1L;

    private final int status;

    /** @param status as of HTTP */
    public RefusedReportException(int status, String message) {
        super(message);
        this.status = status;
    }

    public int status() {
        return status;
    }
}
