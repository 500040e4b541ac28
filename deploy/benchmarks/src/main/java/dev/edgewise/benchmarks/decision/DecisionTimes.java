package dev.edgewise.benchmarks.decision;

/** Measured times in a cluster of that many nodes, in microseconds. */
record DecisionTimes(int nodes, double p50, double p99, double mean) {
    static DecisionTimes unknown(int nodes) {
        return new DecisionTimes(nodes, Double.NaN, Double.NaN, Double.NaN);
    }
}
