package dev.edgewise.scheduler.signals.rtt;

import dev.edgewise.common.signal.Percentile;

/**
 * The requirements that a round-trip time must meet for a need to be judged by it.
 *
 * @param percentile which of its values counts
 * @param maxLoss share of lost probes up to which the path counts as usable, 0..1; a path that does not answer never
 *     does
 * @param leastSamples how many answered probes must be behind the value; 0 also takes estimates, by their upper bound
 * @param validSince in milliseconds since the epoch: a value whose validity ended before is too old
 */
public record RttQualityRequirements(Percentile percentile, double maxLoss, int leastSamples, long validSince) {
    /** Returns these requirements without the limit of age. */
    RttQualityRequirements ofAnyAge() {
        return new RttQualityRequirements(percentile, maxLoss, leastSamples, Long.MIN_VALUE);
    }

    /** Returns the requirements for that percentile of any path that answers at all. */
    public static RttQualityRequirements of(Percentile percentile) {
        return new RttQualityRequirements(percentile, 1, 0, Long.MIN_VALUE);
    }
}
