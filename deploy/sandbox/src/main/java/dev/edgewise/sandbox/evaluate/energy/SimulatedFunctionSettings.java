package dev.edgewise.sandbox.evaluate.energy;

/**
 * A function that the sensors of a node call.
 *
 * @param owner index of that node
 * @param requestMillis CPU request of a replica, in millicores
 * @param limitMillis CPU limit of a replica, in millicores
 * @param coreSeconds mean work of a call
 * @param oneAtATime whether a replica works on one call after the other at its limit; else on all at once, each on one
 *     core at most
 */
record SimulatedFunctionSettings(
        int owner,
        int replicas,
        int requestMillis,
        int limitMillis,
        double coreSeconds,
        boolean oneAtATime,
        Arrivals arrivals) {
    /** Arrival process of calls. */
    sealed interface Arrivals {}

    /** Each thread calls again when the last call is answered; calls vary by a tenth in their work. */
    record ClosedLoop(int threads) implements Arrivals {}

    /** Batches at exponential gaps, of Poisson size. */
    record OpenLoop(double meanGapSeconds, double meanBatch) implements Arrivals {}

    double limitCores() {
        return limitMillis / 1e3;
    }
}
