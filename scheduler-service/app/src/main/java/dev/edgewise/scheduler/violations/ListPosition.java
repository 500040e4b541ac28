package dev.edgewise.scheduler.violations;

import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.scheduler.model.Pod;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * The position of a pod in a list: namespaces take turns, each with its worst first, alike ones by name.
 *
 * @param turn of its namespace, from 0
 * @param share how bad it is there: the highest first; null for worse than any
 * @param pod as {@code namespace/name}
 */
record ListPosition(int turn, @Nullable Double share, String pod) implements Comparable<ListPosition> {
    private static final Comparator<ListPosition> ORDER = Comparator.comparingInt(ListPosition::turn)
            .thenComparing(ListPosition::share, Comparator.nullsFirst(Comparator.<Double>reverseOrder()))
            .thenComparing(ListPosition::pod);
    static final String SEPARATOR = "~";

    static ListPosition first(@Nullable Double share, Pod pod) {
        return new ListPosition(0, share, pod.key().toString());
    }

    ListPosition inTurn(int ofNamespace) {
        return new ListPosition(ofNamespace, share, pod);
    }

    String namespace() {
        return pod.substring(0, pod.indexOf('/'));
    }

    @Override
    public int compareTo(ListPosition other) {
        return ORDER.compare(this, other);
    }

    /** The form in which a page hands its end to the next one; {@link #parse} reads it. */
    @Override
    public String toString() {
        return String.join(SEPARATOR, Integer.toString(turn), share == null ? "" : share.toString(), pod);
    }

    static ListPosition parse(String token) {
        String[] parts = token.split(SEPARATOR, 3);
        try {
            return new ListPosition(
                    Integer.parseInt(parts[0]), parts[1].isEmpty() ? null : Double.valueOf(parts[1]), parts[2]);
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
            throw new InvalidInputException("continue", token, "the value that the page before returned");
        }
    }
}
