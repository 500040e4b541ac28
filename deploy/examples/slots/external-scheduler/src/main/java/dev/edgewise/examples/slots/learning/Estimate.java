package dev.edgewise.examples.slots.learning;

import java.util.List;
import org.apache.commons.statistics.distribution.TruncatedNormalDistribution;

/**
 * Estimated run time of a job beside another.
 *
 * @param mean in seconds
 * @param variance of one run, in seconds squared
 * @param runs that the mean rests on: complete ones, at least 1
 */
public record Estimate(double mean, double variance, int runs) {
    /** Weight, in runs, of the variation of all jobs in the variance of one. */
    private static final double PRIOR_RUNS = 4;

    private static final int MOST_ITERATIONS = 200;
    private static final double CONVERGED = 1e-9;

    /** Variance of the mean. */
    public double varianceOfMean() {
        return variance / runs;
    }

    /**
     * Estimates by few runs. The variance is moderated by the variation of all jobs: G. K. Smyth, "Linear Models and
     * Empirical Bayes Methods for Assessing Differential Expression in Microarray Experiments", 2004, section 4. A run
     * that was cut off is replaced by what it would have lasted on average, given that it lasted longer than that,
     * until nothing changes: J. Schmee and G. J. Hahn, "A Simple Method for Regression Analysis with Censored Data",
     * Technometrics 21(4), 1979, with the variance of what is replaced as in the EM algorithm (Dempster, Laird, Rubin
     * 1977). Where all runs were cut off, the mean is the longest of them: its lower bound.
     *
     * @param variation standard deviation of a run divided by its mean, over all jobs
     */
    static Estimate of(RunTimes times, double variation) {
        if (times.complete() == 0) {
            double longest = times.cutOff().stream()
                    .mapToDouble(Double::doubleValue)
                    .max()
                    .orElseThrow(() -> new IllegalArgumentException("No run, no estimate"));
            return new Estimate(longest, square(variation * longest), 1);
        }
        double mean = times.mean();
        double variance = moderated(times.squares(), times.complete(), mean, variation);
        for (int i = 0; i < MOST_ITERATIONS && !times.cutOff().isEmpty() && variance > 0; i++) {
            double before = mean;
            TruncatedNormalDistribution[] rest = rest(times.cutOff(), mean, Math.sqrt(variance));
            mean = mean(times, rest);
            variance = moderated(squares(times, rest, mean), times.samples(), mean, variation);
            if (Math.abs(mean - before) <= CONVERGED * mean) {
                break;
            }
        }
        return new Estimate(mean, variance, times.complete());
    }

    private static TruncatedNormalDistribution[] rest(List<Double> cutOff, double mean, double deviation) {
        return cutOff.stream()
                .map(seconds -> TruncatedNormalDistribution.of(mean, deviation, seconds, Double.POSITIVE_INFINITY))
                .toArray(TruncatedNormalDistribution[]::new);
    }

    private static double mean(RunTimes times, TruncatedNormalDistribution[] rest) {
        double sum = times.complete() * times.mean();
        for (TruncatedNormalDistribution each : rest) {
            sum += each.getMean();
        }
        return sum / times.samples();
    }

    private static double squares(RunTimes times, TruncatedNormalDistribution[] rest, double mean) {
        double sum = times.squares() + times.complete() * square(times.mean() - mean);
        for (TruncatedNormalDistribution each : rest) {
            sum += each.getVariance() + square(each.getMean() - mean);
        }
        return sum;
    }

    private static double moderated(double squares, int runs, double mean, double variation) {
        return (PRIOR_RUNS * square(variation * mean) + squares) / (PRIOR_RUNS + runs - 1);
    }

    private static double square(double value) {
        return value * value;
    }
}
