package dev.edgewise.networkprobe.access;

/** Tokens cannot be reviewed now; the call may be repeated. */
public class ReviewUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ReviewUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
