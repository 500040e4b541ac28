package dev.edgewise.scheduler.violations;

import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.scheduler.model.Pod;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * Where a pod is in a list: namespaces take turns, each with its worst first, alike ones by name.
 *
 * @param turn of its namespace, from 0
 * @param share how bad it is there: the highest first; null for worse than any
 * @param pod as {@code namespace/name}
 */
record Place(int turn, @Nullable Double share, String pod) implements Comparable<Place> {
    private static final Comparator<Place> ORDER = Comparator.comparingInt(Place::turn)
            .thenComparing(Place::share, Comparator.nullsFirst(Comparator.<Double>reverseOrder()))
            .thenComparing(Place::pod);
    static final String SEPARATOR = "~";

    static Place first(@Nullable Double share, Pod pod) {
        return new Place(0, share, pod.key().toString());
    }

    Place inTurn(int ofNamespace) {
        return new Place(ofNamespace, share, pod);
    }

    String namespace() {
        return pod.substring(0, pod.indexOf('/'));
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
