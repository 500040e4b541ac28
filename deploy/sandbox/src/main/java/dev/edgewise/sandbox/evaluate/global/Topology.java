package dev.edgewise.sandbox.evaluate.global;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Twelve nodes of three clusters, and a source at the first one. Index 12 is the source.
 *
 * @param rtt round-trip times in ms
 * @param speed of each node, 1 for the usual one
 */
record Topology(double[][] rtt, double[] speed) {
    static final int CLUSTERS = 3;
    static final int NODES_OF_CLUSTER = 4;
    static final int NODES = CLUSTERS * NODES_OF_CLUSTER;
    static final int SOURCE = NODES;

    private static final double LINK_NOISE = 0.1;
    private static final double FAST = 3;
    /** Places of the middle and the far cluster among all nodes by distance from the source. */
    private static final double[] QUANTILES = {0, 0.3, 0.8};

    /** Delays within and between edge, near edge and cloud. */
    private static final double[][] TIERS = {{5, 15, 80}, {15, 5, 80}, {80, 80, 1}};

    /** Delays of the prototype's second test: 1 ms within a cluster, 5 ms between two. */
    private static final double[][] FLAT = {{1, 5, 5}, {5, 1, 5}, {5, 5, 1}};

    static Topology tiers(Random random) {
        return of(TIERS, random, 1);
    }

    static Topology tiersWithFastCloud(Random random) {
        return of(TIERS, random, FAST);
    }

    static Topology flat(Random random) {
        return of(FLAT, random, 1);
    }

    private static Topology of(double[][] tiers, Random random, double cloudSpeed) {
        double[][] rtt = new double[NODES + 1][NODES + 1];
        double[] speed = new double[NODES];
        for (int from = 0; from <= NODES; from++) {
            for (int to = 0; to < from; to++) {
                double noise = Math.exp(LINK_NOISE * random.nextGaussian());
                rtt[from][to] = tiers[cluster(from)][cluster(to)] * noise;
                rtt[to][from] = rtt[from][to];
            }
        }
        for (int node = 0; node < NODES; node++) {
            speed[node] = cluster(node) == CLUSTERS - 1 ? cloudSpeed : 1;
        }
        return new Topology(rtt, speed);
    }

    /**
     * Takes a random source of a measured matrix; its clusters are the nearest nodes, and those at 30 % and 80 % of all
     * by distance.
     */
    static Topology measured(double[][] matrix, Random random) {
        int size = matrix.length;
        int source = random.nextInt(size);
        int[] byDistance = IntStream.range(0, size)
                .filter(node -> node != source)
                .boxed()
                .sorted(Comparator.comparingDouble(node -> matrix[source][node]))
                .mapToInt(Integer::intValue)
                .toArray();
        int[] chosen = new int[NODES + 1];
        chosen[SOURCE] = source;
        for (int node = 0; node < NODES; node++) {
            int first = (int) Math.min(
                    QUANTILES[cluster(node)] * byDistance.length, byDistance.length - (double) NODES_OF_CLUSTER);
            chosen[node] = byDistance[first + node % NODES_OF_CLUSTER];
        }
        double[][] rtt = new double[NODES + 1][NODES + 1];
        for (int from = 0; from <= NODES; from++) {
            for (int to = 0; to <= NODES; to++) {
                rtt[from][to] = from == to ? 0 : matrix[chosen[from]][chosen[to]];
            }
        }
        double[] speed = new double[NODES];
        Arrays.fill(speed, 1);
        return new Topology(rtt, speed);
    }

    /** Returns the cluster of a node; the source is at the first one. */
    static int cluster(int node) {
        return node == SOURCE ? 0 : node / NODES_OF_CLUSTER;
    }
}
