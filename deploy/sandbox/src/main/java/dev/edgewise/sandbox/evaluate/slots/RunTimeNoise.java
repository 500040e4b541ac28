package dev.edgewise.sandbox.evaluate.slots;

import dev.edgewise.examples.slots.learning.JobPair;
import java.util.Random;

/**
 * Noise of run times: lognormal factors with a mean of 1. The n-th run of a pair has the same noise for all that sample
 * it, and a job of a round has the same in all arms.
 *
 * @param variation standard deviation of a run divided by its mean
 */
record RunTimeNoise(long seed, double variation) {
    /** Factor of the n-th run of a pair, for one of its two jobs. */
    double ofSample(JobPair pair, String job, int run) {
        return factor(31L * (31L * pair.hashCode() + job.hashCode()) + run);
    }

    /** Factor of a job in a round. */
    double ofRound(int round, String job) {
        return factor(-1 - 31L * job.hashCode() - 1_000_003L * round);
    }

    private double factor(long of) {
        double squared = Math.log1p(variation * variation);
        Random random = new Random(seed * 0x9E3779B97F4A7C15L + of * 0xC2B2AE3D27D4EB4FL);
        // The first number of generators with near seeds is alike.
        random.nextLong();
        return Math.exp(random.nextGaussian() * Math.sqrt(squared) - squared / 2);
    }
}
