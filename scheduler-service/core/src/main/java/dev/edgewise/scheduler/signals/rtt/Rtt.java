package dev.edgewise.scheduler.signals.rtt;

import dev.edgewise.common.signal.Percentile;
import org.jspecify.annotations.Nullable;

/**
 * One directed round-trip time, as small as the index needs it: a few numbers instead of a signal with its source. The
 * median of a pair that was only estimated is its upper bound; its higher percentiles are not known.
 *
 * @param p50 median in microseconds; p95 and p99 likewise; the upper bound of an estimate
 * @param loss share of lost probes, 0..1; 1: the path does not answer
 * @param samples answered probes behind the value; 0 for an estimate
 * @param observedAt milliseconds since the epoch
 * @param validUntil milliseconds since the epoch, after which the value counts as stale
 * @param estimate what the pair is taken for, if it was not measured
 */
public record Rtt(
        long p50,
        long p95,
        long p99,
        float loss,
        int samples,
        long observedAt,
        long validUntil,
        @Nullable Estimate estimate) {
    /** Number of samples of a value that a source vouches for: enough for any requirement. */
    public static final int STATED = Integer.MAX_VALUE;

    /**
     * The estimate for a pair that was not measured.
     *
     * @param micros the most likely value, in microseconds
     * @param lower the truth is at least this, in microseconds
     * @param percent probability that the truth keeps to a bound
     */
    public record Estimate(long micros, long lower, int percent) {}

    /** The reasons why a value does not count for a need, the gravest first. */
    public enum Flaw {
        /** No probe is answered. */
        SILENT,
        /** More probes are lost than the need allows. */
        LOSSY,
        /** Validity ended too long ago. */
        OLD,
        /** Too few samples are behind that percentile, or none. */
        UNSAMPLED
    }

    /** Creates a value that a source vouches for, without loss. */
    public Rtt(long p50, long p95, long p99, long observedAt, long validUntil) {
        this(p50, p95, p99, 0, STATED, observedAt, validUntil, null);
    }

    /** A time that was not measured. */
    public static Rtt estimated(Estimate estimate, long upper, long observedAt, long validUntil) {
        return new Rtt(upper, upper, upper, 0, 0, observedAt, validUntil, estimate);
    }

    /** The value in microseconds of this percentile. */
    public long micros(Percentile percentile) {
        return switch (percentile) {
            case P50 -> p50;
            case P95 -> p95;
            case P99 -> p99;
        };
    }

    /** Returns why no need of this quality is judged by the value; null if it is. */
    public @Nullable Flaw flaw(RttQualityRequirements quality) {
        if (loss >= 1) {
            return Flaw.SILENT;
        }
        if (loss > (float) quality.maxLoss()) {
            return Flaw.LOSSY;
        }
        if (validUntil < quality.validSince()) {
            return Flaw.OLD;
        }
        return samples < quality.leastSamples() ? Flaw.UNSAMPLED : null;
    }

    /** Returns whether it was measured, and not found silent. */
    public boolean isAnswered() {
        return estimate == null && loss < 1;
    }

    /** Returns whether it was measured, and not found silent; a value that a source vouches for is not measured. */
    boolean isMeasuredAnswer() {
        return isAnswered() && samples != STATED;
    }

    /** Returns for how long others may rely on it, in milliseconds. */
    long validity() {
        return validUntil - observedAt;
    }

    /**
     * Returns whether a measurement may show the pair to be within that bound, though it does not count as within now.
     */
    public boolean mayBeWithin(long micros, RttQualityRequirements quality) {
        Flaw flaw = flaw(quality);
        if (flaw == Flaw.SILENT || flaw == Flaw.LOSSY) {
            return false;
        }
        long least = least();
        return flaw == null ? estimate != null && least <= micros && micros < p50 : least <= micros;
    }

    /** The least that a measurement may find, in microseconds. */
    long least() {
        return estimate == null ? p50 : estimate.lower;
    }

    /** Returns the most likely result of measuring that percentile, in microseconds. */
    public long likely(Percentile percentile) {
        return estimate == null ? micros(percentile) : estimate.micros;
    }
}
