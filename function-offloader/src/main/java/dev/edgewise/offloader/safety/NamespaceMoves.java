package dev.edgewise.offloader.safety;

import java.util.Comparator;

/**
 * Moves of a namespace that began, whatever became of them. Those of a namespace whose next turn is earlier are less:
 * it had fewer lately, or its last one is longer ago.
 *
 * @param lately how many, in the last {@code workload-window}
 * @param last when the last one began: reading of a monotonic clock, in ns, which may be negative; {@code
 *     Long.MIN_VALUE} for never
 */
public record NamespaceMoves(int lately, long last) implements Comparable<NamespaceMoves> {
    public static final NamespaceMoves NONE = new NamespaceMoves(0, Long.MIN_VALUE);
    private static final Comparator<NamespaceMoves> ORDER =
            Comparator.comparingInt(NamespaceMoves::lately).thenComparingLong(NamespaceMoves::last);

    /** One more, later than all that were. */
    public NamespaceMoves andNext() {
        return new NamespaceMoves(lately + 1, Long.MAX_VALUE);
    }

    @Override
    public int compareTo(NamespaceMoves other) {
        return ORDER.compare(this, other);
    }
}
