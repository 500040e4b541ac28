package dev.edgewise.networkprobe.protocol;

/** Thrown when a message is not what it should be; names the field, its value and what is allowed. */
public final class InvalidMessageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String field;
    private final String value;
    private final String allowed;

    InvalidMessageException(String field, Object value, String allowed) {
        super(field + " is " + value + ": it must be " + allowed);
        this.field = field;
        this.value = String.valueOf(value);
        this.allowed = allowed;
    }

    public String field() {
        return field;
    }

    public String value() {
        return value;
    }

    /** Allowed values of the field, to complete "it must be …". */
    public String allowed() {
        return allowed;
    }
}
