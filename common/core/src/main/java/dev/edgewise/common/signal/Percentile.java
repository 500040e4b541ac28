package dev.edgewise.common.signal;

import java.util.Locale;

/** Percentiles of the samples of a {@link RoundTripTime}. */
public enum Percentile {
    P50(1),
    P95(20),
    P99(100);

    private final int samples;

    Percentile(int samples) {
        this.samples = samples;
    }

    /** Number of samples that it takes for one to lie above it; 1 for the median. */
    public int samples() {
        return samples;
    }

    /**
     * Reads {@code p50}, {@code p95} or {@code p99}, in any case.
     *
     * @throws IllegalArgumentException if it is none of them; the message names the text and what is allowed
     */
    public static Percentile parse(String text) {
        return switch (text.strip().toLowerCase(Locale.ROOT)) {
            case "p50" -> P50;
            case "p95" -> P95;
            case "p99" -> P99;
            default ->
                throw new IllegalArgumentException("percentile is \"" + text + "\": it must be one of p50, p95, p99");
        };
    }

    /** The form that {@link #parse} reads. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
