package dev.edgewise.sandbox.evaluate.global;

/**
 * A cell of the grid, which was fixed before the first run.
 *
 * @param topology name of the topology
 * @param computeMillis mean of a function's computation
 * @param loadPercent share of places on nodes that others hold
 * @param payloadBytes sent to each function
 */
record ExperimentGridCell(String topology, int computeMillis, int loadPercent, long payloadBytes) {
    static final int[] COMPUTE = {5, 20, 100, 700};
    static final int[] LOAD = {30, 60, 85};
    static final long[] PAYLOAD = {0, 100_000, 10_000_000};

    /** Returns the name in reports. */
    String name() {
        return topology + "," + computeMillis + "ms," + loadPercent + "%," + payloadBytes / 1_000 + "kB";
    }
}
