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
record ViolationListPosition(int turn, @Nullable Double share, String pod)
        implements Comparable<ViolationListPosition> {
    private static final Comparator<ViolationListPosition> ORDER = Comparator.comparingInt(ViolationListPosition::turn)
            .thenComparing(ViolationListPosition::share, Comparator.nullsFirst(Comparator.<Double>reverseOrder()))
            .thenComparing(ViolationListPosition::pod);
    static final String SEPARATOR = "~";

    static ViolationListPosition first(@Nullable Double share, Pod pod) {
        return new ViolationListPosition(0, share, pod.key().toString());
    }

    ViolationListPosition inTurn(int ofNamespace) {
        return new ViolationListPosition(ofNamespace, share, pod);
    }

    String namespace() {
        return pod.substring(0, pod.indexOf('/'));
    }

    @Override
    public int compareTo(ViolationListPosition other) {
        return ORDER.compare(this, other);
    }

    /** The form in which a page hands its end to the next one; {@link #parse} reads it. */
    @Override
    public String toString() {
        return String.join(SEPARATOR, Integer.toString(turn), share == null ? "" : share.toString(), pod);
    }

    static ViolationListPosition parse(String token) {
        String[] parts = token.split(SEPARATOR, 3);
        try {
            return new ViolationListPosition(
                    Integer.parseInt(parts[0]), parts[1].isEmpty() ? null : Double.valueOf(parts[1]), parts[2]);
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
            throw new InvalidInputException("continue", token, "the value that the page before returned");
        }
    }
}
