package dev.edgewise.kubernetes.watch;

import org.jspecify.annotations.Nullable;

/** Thrown when an object of the API cannot be understood. Names the field, its value, and what is allowed there. */
public final class InvalidObjectException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private static final int LONGEST_VALUE = 100;

    private final String field;
    private final String value;
    private final String allowed;

    /**
     * @param field path of the JSON field, such as {@code spec.containers[0].resources.requests.cpu}
     * @param value as it was given; null if it was not
     * @param allowed completes "must be"
     */
    public InvalidObjectException(String field, @Nullable Object value, String allowed) {
        this(field, value == null ? "nothing" : quoted(value.toString()), allowed, null);
    }

    private InvalidObjectException(String field, String value, String allowed, @Nullable InvalidObjectException cause) {
        super(field + " is " + value + ": must be " + allowed, cause);
        this.field = field;
        this.value = value;
        this.allowed = allowed;
    }

    private static String quoted(String value) {
        return value.length() <= LONGEST_VALUE
                ? "\"" + value + "\""
                : "\"" + value.substring(0, LONGEST_VALUE) + "\"...";
    }

    /** Returns this problem with the field prefixed by the object that holds it. */
    public InvalidObjectException within(String parent) {
        return new InvalidObjectException(parent + "." + field, value, allowed, this);
    }

    public String field() {
        return field;
    }

    /** The value in quotes, cut short if it is long, or the word {@code nothing}. */
    public String value() {
        return value;
    }

    public String allowed() {
        return allowed;
    }
}
