package dev.edgewise.offloader.safety;

import java.util.Comparator;

/**
 * Moves of a namespace that began, whatever became of them. Those of a namespace whose next turn is earlier are less: it had fewer lately, or its last one is longer ago.
 *
 * @param lately how many, in the last {@code workload-window}
 * @param last when the last one began: reading of a monotonic clock, in ns, which may be negative; {@code Long.MIN_VALUE} for never
 */
public record MoveAttempts(int lately, long last) implements Comparable<MoveAttempts> {
    public static final MoveAttempts NONE = new MoveAttempts(0, Long.MIN_VALUE);
    private static final Comparator<MoveAttempts> ORDER =
            Comparator.comparingInt(MoveAttempts::lately).thenComparingLong(MoveAttempts::last);

    /** One more, later than all that were. */
    public MoveAttempts andNext() {
        return new MoveAttempts(lately + 1, Long.MAX_VALUE);
    }

    @Override
    public int compareTo(MoveAttempts other) {
        return ORDER.compare(this, other);
    }
}
