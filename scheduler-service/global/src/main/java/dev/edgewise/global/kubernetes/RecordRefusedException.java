package dev.edgewise.global.kubernetes;

/**
 * Thrown when the API server refuses the record of a request. A retry succeeds only after something else has changed,
 * such as a role, a webhook or a quota.
 */
public final class RecordRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public RecordRefusedException(String message) {
        super(message);
    }
}
