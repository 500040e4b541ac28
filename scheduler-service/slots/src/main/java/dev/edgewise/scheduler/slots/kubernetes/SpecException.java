package dev.edgewise.scheduler.slots.kubernetes;

import dev.edgewise.scheduler.slots.model.Problem;

/** Thrown when a value of a spec cannot be followed; says which. */
final class SpecException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Problem problem;

    SpecException(String field, String value, String allowed) {
        super(field + " is " + value + ": it must be " + allowed);
        this.problem = new Problem(field, value, allowed);
    }

    Problem problem() {
        return problem;
    }
}
