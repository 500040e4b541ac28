package dev.edgewise.sandbox.evaluate.energy;

import java.util.Arrays;

/**
 * Result of a run.
 *
 * @param availability share of the time in which each node ran, in percent
 * @param throughput answered calls a second
 * @param moves functions, or replicas, that were moved
 * @param weakest the two nodes with the least sun
 */
record EnergyRunResult(double[] availability, double throughput, int moves, int[] weakest) {
    double mean() {
        return Arrays.stream(availability).average().orElse(Double.NaN);
    }

    /** Population standard deviation of the nodes' availability, in percent points. */
    double deviation() {
        double mean = mean();
        return Math.sqrt(Arrays.stream(availability)
                .map(each -> (each - mean) * (each - mean))
                .average()
                .orElse(Double.NaN));
    }

    double least() {
        return Arrays.stream(availability).min().orElse(Double.NaN);
    }

    double ofWeakest() {
        return Arrays.stream(weakest)
                .mapToDouble(node -> availability[node])
                .average()
                .orElse(Double.NaN);
    }
}
