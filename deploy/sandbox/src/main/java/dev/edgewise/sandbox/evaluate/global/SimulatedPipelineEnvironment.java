package dev.edgewise.sandbox.evaluate.global;

import java.util.Arrays;
import java.util.Random;

/**
 * The world of one seed: delays, places that others hold, and the noise of each call. All strategies meet the same one.
 *
 * <p>A call goes from the source through three functions and back. A hop to another node costs the round-trip time and
 * the payload over the link: 1 Gbit/s up to 6 ms, 200 Mbit/s up to 30 ms, 50 Mbit/s beyond. A function takes its time
 * by the speed of the node, times 1 + the square of the node's load.
 */
final class SimulatedPipelineEnvironment {
    static final int FUNCTIONS = 3;
    static final int PLACES = 8;

    private static final int CALLS = 100;
    private static final double COMPUTE_NOISE = 0.25;
    private static final double HOP_NOISE = 0.1;
    private static final double BITS = 8;
    private static final double NEAR_MILLIS = 6;
    private static final double MIDDLE_MILLIS = 30;
    private static final double NEAR_BITS = 1e6;
    private static final double MIDDLE_BITS = 200e3;
    private static final double FAR_BITS = 50e3;
    /** 1 Mbit/s are a thousand bits in a millisecond. */
    private static final double BITS_OF_MEGABIT_MILLI = 1e3;

    private final Topology topology;
    private final ExperimentGridCell cell;
    private final int[] used = new int[Topology.NODES];
    private final double[][] compute = new double[CALLS][FUNCTIONS];
    private final double[][] hops = new double[CALLS][FUNCTIONS + 1];

    SimulatedPipelineEnvironment(Topology topology, ExperimentGridCell cell, Random random) {
        this.topology = topology;
        this.cell = cell;
        for (int node = 0; node < Topology.NODES; node++) {
            for (int place = 0; place < PLACES; place++) {
                used[node] += random.nextInt(100) < cell.loadPercent() ? 1 : 0;
            }
        }
        for (int call = 0; call < CALLS; call++) {
            Arrays.setAll(compute[call], function -> Math.exp(COMPUTE_NOISE * random.nextGaussian()));
            Arrays.setAll(hops[call], hop -> Math.exp(HOP_NOISE * random.nextGaussian()));
        }
    }

    ExperimentGridCell cell() {
        return cell;
    }

    Topology topology() {
        return topology;
    }

    /** Returns the places that others hold, by node. */
    int[] used() {
        return used.clone();
    }

    int free(int node) {
        return PLACES - used[node];
    }

    /** Whether nodes have places for the functions, one for each. */
    boolean fits(int[] nodes) {
        int[] taken = new int[Topology.NODES];
        for (int node : nodes) {
            if (++taken[node] > free(node)) {
                return false;
            }
        }
        return true;
    }

    /** Returns the mean time of a call in ms. */
    double mean(int[] nodes) {
        return Arrays.stream(times(nodes)).average().orElse(Double.NaN);
    }

    /** Returns the 95th percentile of the times of calls, in ms. */
    double p95(int[] nodes) {
        double[] times = times(nodes);
        Arrays.sort(times);
        return times[(int) Math.ceil(0.95 * times.length) - 1];
    }

    private double[] times(int[] nodes) {
        int[] load = used.clone();
        for (int node : nodes) {
            load[node]++;
        }
        double[] times = new double[CALLS];
        for (int call = 0; call < CALLS; call++) {
            int previous = Topology.SOURCE;
            for (int function = 0; function < FUNCTIONS; function++) {
                int node = nodes[function];
                times[call] += hop(previous, node, cell.payloadBytes()) * hops[call][function];
                double share = (double) load[node] / PLACES;
                times[call] +=
                        cell.computeMillis() * compute[call][function] * (1 + share * share) / topology.speed()[node];
                previous = node;
            }
            times[call] += hop(previous, Topology.SOURCE, 0) * hops[call][FUNCTIONS];
        }
        return times;
    }

    private double hop(int from, int to, long bytes) {
        if (from == to) {
            return 0;
        }
        double millis = topology.rtt()[from][to];
        return millis + bytes * BITS / bitsOfMilli(millis);
    }

    /** Returns the rate of a link of that round-trip time, in Mbit/s. */
    static double megabits(double millis) {
        return bitsOfMilli(millis) / BITS_OF_MEGABIT_MILLI;
    }

    private static double bitsOfMilli(double millis) {
        return millis <= NEAR_MILLIS ? NEAR_BITS : millis <= MIDDLE_MILLIS ? MIDDLE_BITS : FAR_BITS;
    }
}
