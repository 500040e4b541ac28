package dev.edgewise.scheduler.drift;

import dev.edgewise.common.web.InvalidInputException;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * Where a violation is in the list of all: namespaces take turns, each with its worst first, alike ones by name.
 *
 * @param turn of its namespace, from 0
 * @param share see {@link dev.edgewise.scheduler.delay.BrokenNeed}
 */
record Place(int turn, @Nullable Double share, String pod) implements Comparable<Place> {
    /** Of one namespace. */
    static final Comparator<Violation> WORST_FIRST = Comparator.comparing(
                    (Violation each) -> each.need().share(), Comparator.nullsFirst(Comparator.<Double>reverseOrder()))
            .thenComparing(each -> each.pod().key().toString());

    private static final Comparator<Place> ORDER = Comparator.comparingInt(Place::turn)
            .thenComparing(Place::share, Comparator.nullsFirst(Comparator.<Double>reverseOrder()))
            .thenComparing(Place::pod);
    static final String SEPARATOR = "~";

    static Place of(int turn, Violation violation) {
        return new Place(turn, violation.need().share(), violation.pod().key().toString());
    }

    @Override
    public int compareTo(Place other) {
        return ORDER.compare(this, other);
    }

    /** The form in which a page hands its end to the next one; {@link #parse} reads it. */
    @Override
    public String toString() {
        return String.join(SEPARATOR, Integer.toString(turn), share == null ? "" : share.toString(), pod);
    }

    static Place parse(String token) {
        String[] parts = token.split(SEPARATOR, 3);
        try {
            return new Place(
                    Integer.parseInt(parts[0]), parts[1].isEmpty() ? null : Double.valueOf(parts[1]), parts[2]);
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
            throw new InvalidInputException("continue", token, "the value that the page before returned");
        }
    }
}
