package dev.edgewise.common.signal;

/**
 * The round-trip time from one node to another, as its sender measured it; the way back may differ.
 *
 * @param p50Micros median, in microseconds, ≥ 0
 * @param p95Micros 95th percentile, in microseconds, ≥ the median
 * @param p99Micros 99th percentile, in microseconds, ≥ the 95th
 * @param loss share of lost probes, 0..1
 * @param jitterMicros mean difference of consecutive samples, in microseconds, ≥ 0
 * @param samples number of answered probes behind the values, ≥ 1
 * @param observed when, by whom, and for how long
 */
public record RoundTripTime(
        long p50Micros,
        long p95Micros,
        long p99Micros,
        double loss,
        long jitterMicros,
        int samples,
        Observed observed) {
    public RoundTripTime {
        require(p50Micros >= 0, "p50", p50Micros, "0 µs or more");
        require(p95Micros >= p50Micros, "p95", p95Micros, "at least p50, " + p50Micros + " µs");
        require(p99Micros >= p95Micros, "p99", p99Micros, "at least p95, " + p95Micros + " µs");
        require(loss >= 0 && loss <= 1, "loss", loss, "in 0..1");
        require(jitterMicros >= 0, "jitter", jitterMicros, "0 µs or more");
        require(samples >= 1, "samples", samples, "1 or more");
    }

    /** A value without a distribution, such as one of a file: each percentile is the same, one sample, no loss. */
    public static RoundTripTime ofMicros(long micros, Observed observed) {
        return new RoundTripTime(micros, micros, micros, 0, 0, 1, observed);
    }

    /** The given percentile, in microseconds. */
    public long micros(Percentile percentile) {
        return switch (percentile) {
            case P50 -> p50Micros;
            case P95 -> p95Micros;
            case P99 -> p99Micros;
        };
    }

    /** The same measurement, confirmed by another observation. */
    public RoundTripTime observed(Observed again) {
        return new RoundTripTime(p50Micros, p95Micros, p99Micros, loss, jitterMicros, samples, again);
    }

    private static void require(boolean holds, String field, Object value, String allowed) {
        if (!holds) {
            throw new IllegalArgumentException(field + " is " + value + ": it must be " + allowed);
        }
    }
}
