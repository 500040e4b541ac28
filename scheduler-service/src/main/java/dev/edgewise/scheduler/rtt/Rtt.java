package dev.edgewise.scheduler.rtt;

import dev.edgewise.common.signal.Percentile;

/**
 * One directed round-trip time, as small as the index needs it: five numbers instead of a signal with its source.
 *
 * @param p50 median in microseconds; p95 and p99 likewise
 * @param observedAt milliseconds since the epoch
 * @param validUntil milliseconds since the epoch, after which the value counts as stale
 */
public record Rtt(long p50, long p95, long p99, long observedAt, long validUntil) {
    /** The value in microseconds that a need of this percentile is judged by. */
    public long micros(Percentile percentile) {
        return switch (percentile) {
            case P50 -> p50;
            case P95 -> p95;
            case P99 -> p99;
        };
    }
}
