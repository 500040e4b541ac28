package dev.edgewise.benchmarks.report;

import java.util.Arrays;

/** Percentiles of samples: the smallest sample that at least that share of all samples does not exceed. */
public final class Percentiles {
    private final double[] sorted;

    /**
     * Sorts a copy of the samples.
     *
     * @throws IllegalArgumentException if there are none
     */
    public Percentiles(double[] samples) {
        if (samples.length == 0) {
            throw new IllegalArgumentException("samples are none: percentiles need at least one");
        }
        sorted = samples.clone();
        Arrays.sort(sorted);
    }

    /**
     * The percentile.
     *
     * @param percent above 0, at most 100
     */
    public double at(double percent) {
        int rank = (int) Math.ceil(percent / 100 * sorted.length);
        return sorted[Math.max(0, rank - 1)];
    }

    public double mean() {
        return Arrays.stream(sorted).average().orElseThrow();
    }
}
