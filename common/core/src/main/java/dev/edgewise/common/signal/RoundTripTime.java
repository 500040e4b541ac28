package dev.edgewise.common.signal;

import dev.edgewise.common.Require;
import org.jspecify.annotations.Nullable;

/**
 * The round-trip time from one node to another, as its sender measured it, or as it was estimated; the way back may
 * differ.
 *
 * @param p50Micros median, in microseconds, ≥ 0
 * @param p95Micros 95th percentile, in microseconds, ≥ the median
 * @param p99Micros 99th percentile, in microseconds, ≥ the 95th
 * @param loss share of lost probes, 0..1
 * @param jitterMicros mean difference of consecutive samples, in microseconds, ≥ 0
 * @param samples number of answered probes behind the values, ≥ 1; 0 for an estimate, and for a pair that never
 *     answered
 * @param observed when, by which source, and for how long it is valid
 * @param estimate how far the truth may be from the values, which are all the same then; null if the pair was measured
 */
public record RoundTripTime(
        long p50Micros,
        long p95Micros,
        long p99Micros,
        double loss,
        long jitterMicros,
        int samples,
        ObservationMetadata observed,
        @Nullable EstimatedRange estimate) {
    /**
     * The share of lost probes above which a path meets no need, where neither settings nor the need itself say
     * otherwise: a quarter, so that one lost packet of a new pair's first five excludes nothing.
     */
    public static final double DEFAULT_MAX_LOSS = 0.25;

    public RoundTripTime {
        Require.that(p50Micros >= 0, "p50", p50Micros, "0 µs or more");
        Require.that(p95Micros >= p50Micros, "p95", p95Micros, "at least p50, " + p50Micros + " µs");
        Require.that(p99Micros >= p95Micros, "p99", p99Micros, "at least p95, " + p95Micros + " µs");
        Require.that(loss >= 0 && loss <= 1, "loss", loss, "in 0..1");
        Require.that(jitterMicros >= 0, "jitter", jitterMicros, "0 µs or more");
        if (estimate == null) {
            Require.that(samples >= (loss == 1 ? 0 : 1), "samples", samples, loss == 1 ? "0 or more" : "1 or more");
        } else {
            Require.that(samples == 0, "samples", samples, "0 for an estimate");
            Require.that(p50Micros == p99Micros, "p99", p99Micros, "p50, " + p50Micros + " µs, for an estimate");
            Require.that(
                    p50Micros >= estimate.lowerMicros() && p50Micros <= estimate.upperMicros(),
                    "p50",
                    p50Micros,
                    "in " + estimate.lowerMicros() + ".." + estimate.upperMicros() + " µs, the range of the estimate");
        }
    }

    /** A measured value. */
    public RoundTripTime(
            long p50Micros,
            long p95Micros,
            long p99Micros,
            double loss,
            long jitterMicros,
            int samples,
            ObservationMetadata observed) {
        this(p50Micros, p95Micros, p99Micros, loss, jitterMicros, samples, observed, null);
    }

    /** A value without a distribution, such as one of a file: each percentile is the same, one sample, no loss. */
    public static RoundTripTime ofMicros(long micros, ObservationMetadata observed) {
        return new RoundTripTime(micros, micros, micros, 0, 0, 1, observed);
    }

    /** A round-trip time that is estimated for a pair without measurements. */
    public static RoundTripTime estimated(long micros, EstimatedRange range, ObservationMetadata observed) {
        return new RoundTripTime(micros, micros, micros, 0, 0, 0, observed, range);
    }

    /** The given percentile, in microseconds. */
    public long micros(Percentile percentile) {
        return switch (percentile) {
            case P50 -> p50Micros;
            case P95 -> p95Micros;
            case P99 -> p99Micros;
        };
    }

    /** Returns this value, confirmed by another observation. */
    public RoundTripTime observed(ObservationMetadata again) {
        return new RoundTripTime(p50Micros, p95Micros, p99Micros, loss, jitterMicros, samples, again, estimate);
    }
}
