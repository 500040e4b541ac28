package dev.edgewise.examples.slots.learning;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Time that jobs lose beside each other. The loss of a job is its mean run time beside the other, less its least mean
 * beside any; that of a pair is the sum of both. A pair with too few runs is not known, and counts as one that loses
 * nothing: it is tried first.
 */
public final class CoLocationSlowdown {
    private final LearnedRunTimes learned;
    private final LearningSettings settings;
    private final double variation;
    private final Map<String, Double> least = new HashMap<>();
    private final Map<JobPair, Loss> losses = new HashMap<>();

    /** Loss of a pair in seconds, and the variance of one run of it and of the mean. */
    private record Loss(double seconds, double variance, double varianceOfMean) {
        static final Loss UNKNOWN = new Loss(0, 0, 0);
    }

    public CoLocationSlowdown(LearnedRunTimes learned, LearningSettings settings) {
        this.learned = learned;
        this.settings = settings;
        this.variation = learned.variation();
        learned.jobs().forEach(job -> learned.row(job).keySet().stream()
                .filter(other -> isKnown(job, other))
                .mapToDouble(other -> estimate(job, other).mean())
                .min()
                .ifPresent(seconds -> least.put(job, seconds)));
    }

    /** Returns whether both jobs have run often enough beside each other. */
    public boolean isKnown(JobPair pair) {
        return isKnown(pair.first(), pair.second()) && isKnown(pair.second(), pair.first());
    }

    /** Seconds that a pair loses; 0 for one that is not known. */
    public double of(JobPair pair) {
        return loss(pair).seconds();
    }

    /** Variance of the loss by one run of a pair; 0 for one that is not known. */
    public double variance(JobPair pair) {
        return loss(pair).variance();
    }

    /** Variance of the estimated loss of a pair; 0 for one that is not known. */
    public double varianceOfMean(JobPair pair) {
        return loss(pair).varianceOfMean();
    }

    /** Estimated run time of a job beside another; there is none without a run. */
    public OptionalDouble seconds(String job, String beside) {
        return learned.of(job, beside).samples() == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(estimate(job, beside).mean());
    }

    /** Least mean run time of a job beside any; 0 for a job that is not known. */
    public double least(String job) {
        return least.getOrDefault(job, 0.0);
    }

    private Loss loss(JobPair pair) {
        return losses.computeIfAbsent(pair, this::estimated);
    }

    private Loss estimated(JobPair pair) {
        if (!isKnown(pair)) {
            return Loss.UNKNOWN;
        }
        Estimate first = estimate(pair.first(), pair.second());
        Estimate second = estimate(pair.second(), pair.first());
        return new Loss(
                first.mean() - least(pair.first()) + second.mean() - least(pair.second()),
                first.variance() + second.variance(),
                first.varianceOfMean() + second.varianceOfMean());
    }

    private boolean isKnown(String job, String beside) {
        return learned.of(job, beside).samples() >= settings.minimumSamples();
    }

    private Estimate estimate(String job, String beside) {
        return Estimate.of(learned.of(job, beside), variation);
    }
}
