package dev.edgewise.scheduler.drift;

import dev.edgewise.common.web.InvalidInputException;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * Where a violation is in the list of all: the worst first, alike ones by namespace and name.
 *
 * @param share see {@link dev.edgewise.scheduler.delay.BrokenNeed}
 */
record Place(@Nullable Double share, String pod) implements Comparable<Place> {
    private static final Comparator<Place> ORDER = Comparator.comparing(
                    Place::share, Comparator.nullsFirst(Comparator.<Double>reverseOrder()))
            .thenComparing(Place::pod);
    private static final char SEPARATOR = '~';

    static Place of(Violation violation) {
        return new Place(violation.need().share(), violation.pod().key().toString());
    }

    @Override
    public int compareTo(Place other) {
        return ORDER.compare(this, other);
    }

    /** The form in which a page hands its end to the next one; {@link #parse} reads it. */
    @Override
    public String toString() {
        return (share == null ? "" : share.toString()) + SEPARATOR + pod;
    }

    static Place parse(String token) {
        int separator = token.indexOf(SEPARATOR);
        try {
            String share = token.substring(0, separator);
            return new Place(share.isEmpty() ? null : Double.valueOf(share), token.substring(separator + 1));
        } catch (NumberFormatException | StringIndexOutOfBoundsException e) {
            throw new InvalidInputException("continue", token, "the value that the page before returned");
        }
    }
}
