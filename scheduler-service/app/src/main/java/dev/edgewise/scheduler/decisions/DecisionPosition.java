package dev.edgewise.scheduler.decisions;

import dev.edgewise.common.web.InvalidInputException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Comparator;

/**
 * The place of a decision among all decisions of all replicas: by time, then by id.
 *
 * @param at when it was taken, by the clock of the replica that took it
 * @param id unique among the decisions of that moment
 */
public record DecisionPosition(Instant at, String id) implements Comparable<DecisionPosition> {
    private static final Comparator<DecisionPosition> ORDER =
            Comparator.comparing(DecisionPosition::at).thenComparing(DecisionPosition::id);
    private static final char SEPARATOR = '~';

    @Override
    public int compareTo(DecisionPosition other) {
        return ORDER.compare(this, other);
    }

    /** The form in which a page hands its end to the next one; {@link #parse} reads it. */
    @Override
    public String toString() {
        return at.toString() + SEPARATOR + id;
    }

    static DecisionPosition parse(String token) {
        int separator = token.indexOf(SEPARATOR);
        try {
            return new DecisionPosition(Instant.parse(token.substring(0, separator)), token.substring(separator + 1));
        } catch (DateTimeParseException | StringIndexOutOfBoundsException e) {
            throw new InvalidInputException("continue", token, "the value that the page before returned");
        }
    }
}
