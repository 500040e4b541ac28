package dev.edgewise.common.web;

/**
 * Thrown when a value of a request is well formed but not allowed; becomes a 422 problem that names field, value and
 * what is allowed.
 */
public class InvalidInputException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String field;
    private final String value;
    private final String allowed;

    public InvalidInputException(String field, Object value, String allowed) {
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
