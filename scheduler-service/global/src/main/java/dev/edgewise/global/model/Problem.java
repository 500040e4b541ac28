package dev.edgewise.global.model;

/**
 * The part of a request that cannot be done, said to its author.
 *
 * @param field path of the field, such as {@code spec.clusters[1][0]}
 * @param value as it was given, cut to a line
 * @param allowed what would be accepted; no part of the value
 */
public record Problem(String field, String value, String allowed) {
    /** Returns the sentence for people. */
    public String text() {
        return field + " is " + value + ": it must be " + allowed;
    }

    /** Returns the problem of a value that others must not see. */
    public Problem withoutValue() {
        return new Problem(field, "not shown, as it is of a Secret", allowed);
    }
}
