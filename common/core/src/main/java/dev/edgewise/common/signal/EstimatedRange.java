package dev.edgewise.common.signal;

import dev.edgewise.common.Require;

/**
 * The range of a value that was estimated, not measured. Each bound holds by itself with the given probability.
 *
 * @param lowerMicros the true value is at least this, in microseconds, ≥ 0
 * @param upperMicros the true value is at most this, in microseconds, ≥ the lower bound; what needs are judged by
 * @param levelPercent probability of each bound, 50..99 %
 */
public record EstimatedRange(long lowerMicros, long upperMicros, int levelPercent) {
    public EstimatedRange {
        if (lowerMicros < 0 || upperMicros < lowerMicros) {
            throw new IllegalArgumentException("estimate is in " + lowerMicros + ".." + upperMicros
                    + " µs: the lower bound must be 0 or more, the upper not below it");
        }
        Require.that(levelPercent >= 50 && levelPercent <= 99, "level", levelPercent, "in 50..99 %");
    }
}
