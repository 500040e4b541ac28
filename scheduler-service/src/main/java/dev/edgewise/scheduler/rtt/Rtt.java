package dev.edgewise.scheduler.rtt;

import dev.edgewise.common.signal.Percentile;
import org.jspecify.annotations.Nullable;

/**
 * One directed round-trip time, as small as the index needs it: a few numbers instead of a signal with its source. A pair
 * that was only estimated is judged by its upper bound, whatever the percentile.
 *
 * @param p50 median in microseconds; p95 and p99 likewise; the upper bound of an estimate
 * @param observedAt milliseconds since the epoch
 * @param validUntil milliseconds since the epoch, after which the value counts as stale
 * @param estimate what the pair is taken for, if it was not measured
 */
public record Rtt(long p50, long p95, long p99, long observedAt, long validUntil, @Nullable Estimate estimate) {
    /**
     * What is known of a pair that was not measured.
     *
     * @param micros the most likely value, in microseconds
     * @param lower the truth is at least this, in microseconds
     * @param percent probability that the truth keeps to a bound
     */
    public record Estimate(long micros, long lower, int percent) {}

    /** A measured time. */
    public Rtt(long p50, long p95, long p99, long observedAt, long validUntil) {
        this(p50, p95, p99, observedAt, validUntil, null);
    }

    /** A time that was not measured. */
    public static Rtt estimated(Estimate estimate, long upper, long observedAt, long validUntil) {
        return new Rtt(upper, upper, upper, observedAt, validUntil, estimate);
    }

    /** The value in microseconds that a need of this percentile is judged by. */
    public long micros(Percentile percentile) {
        return switch (percentile) {
            case P50 -> p50;
            case P95 -> p95;
            case P99 -> p99;
        };
    }

    /** Whether a measurement may show the pair to be within that bound, though it does not count as within. */
    public boolean mayBeWithin(long micros) {
        return estimate != null && estimate.lower <= micros && micros < p50;
    }
}
