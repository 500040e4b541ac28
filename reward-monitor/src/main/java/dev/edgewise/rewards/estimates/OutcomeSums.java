package dev.edgewise.rewards.estimates;

/**
 * Sums over outcomes.
 *
 * @param weight sum of the weights, 0 or more
 * @param sum sum of weight times value, 0 to {@code weight}
 */
public record OutcomeSums(double weight, double sum) {
    public static final OutcomeSums NONE = new OutcomeSums(0, 0);

    /** The weight of a prior: one outcome. */
    private static final double PRIOR_WEIGHT = 1;

    /** Returns the mean, 0..1; 1 if there are no outcomes. */
    public double mean() {
        return weight > 0 ? Math.min(1, sum / weight) : 1;
    }

    public OutcomeSums plus(OutcomeSums other) {
        return new OutcomeSums(weight + other.weight, sum + other.sum);
    }

    /** Returns these sums without a part of them; rounded sums do not fall below 0. */
    public OutcomeSums minus(OutcomeSums part) {
        double left = Math.max(0, weight - part.weight);
        return new OutcomeSums(left, Math.min(left, Math.max(0, sum - part.sum)));
    }

    /** Returns the same mean with a weight of 1 at most, so that many outcomes count no more than one. */
    public OutcomeSums atMostOne() {
        return weight <= 1 ? this : new OutcomeSums(1, sum / weight);
    }

    /**
     * Returns {@code (sum + m) / (weight + 1)}: the mean of the posterior of a Bernoulli trial whose prior has the mean
     * m and the weight of one outcome.
     */
    public double towards(double prior) {
        return Math.min(1, Math.max(0, (sum + PRIOR_WEIGHT * prior) / (weight + PRIOR_WEIGHT)));
    }

    /** Returns {@code weight / (weight + 1)}: the share of the outcomes in {@link #towards}, 0..1. */
    public double confidence() {
        return weight / (weight + PRIOR_WEIGHT);
    }
}
