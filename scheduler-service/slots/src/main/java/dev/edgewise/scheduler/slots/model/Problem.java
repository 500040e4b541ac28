package dev.edgewise.scheduler.slots.model;

import java.util.Objects;

/**
 * A value of a spec that is not allowed.
 *
 * @param field its path, such as {@code spec.queue[2].name}
 * @param value the value that was found
 * @param allowed values that are allowed, to complete "it must be …"
 */
public record Problem(String field, String value, String allowed) {
    public Problem {
        Objects.requireNonNull(field, "field");
        Objects.requireNonNull(value, "value");
        Objects.requireNonNull(allowed, "allowed");
    }

    /** Returns the sentence for people: {@code field is value: it must be allowed}. */
    public String message() {
        return field + " is " + value + ": it must be " + allowed;
    }
}
