package dev.edgewise.scheduler.plugins.delay;

import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * A delay need that a bound pod's node was measured not to meet. The worst is the least.
 *
 * @param share how many times the bound, of 1 ms at least, the measured time is; null where no time counts, as the path
 *     does not answer or loses too much: worse than any
 * @param reason in the words of the filter {@link DelayPlugin}
 * @param until when the measurement expires, in milliseconds since the epoch; the largest number if only a newer one
 *     can say something else
 */
public record BrokenDelayNeed(@Nullable Double share, String reason, long until)
        implements Comparable<BrokenDelayNeed> {
    private static final Comparator<BrokenDelayNeed> WORST_FIRST = Comparator.comparing(
                    BrokenDelayNeed::share, Comparator.nullsFirst(Comparator.reverseOrder()))
            .thenComparing(BrokenDelayNeed::reason)
            .thenComparingLong(BrokenDelayNeed::until);

    @Override
    public int compareTo(BrokenDelayNeed other) {
        return WORST_FIRST.compare(this, other);
    }
}
