package dev.edgewise.sandbox.topology;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * A city with six edge sites in two regions and a distant cloud node. Whatever the seed, these hold, so that example
 * workloads can rely on them:
 *
 * <ul>
 *   <li>within a site 0.3 to 2 ms, between sites of a region 5 to 15 ms, between regions 20 to 40 ms, to the cloud 45 to 60 ms;
 *   <li>{@code edge-1} to {@code edge-5} are one site, {@code edge-6} to {@code edge-10} the next, and so on (with 30 of them);
 *   <li>each five nodes of a site are two small (2 cores, 4 GiB), two medium (4, 8) and one large (8, 16), shuffled.
 * </ul>
 */
public final class EdgeTopology {
    private static final String[] SITES = {"harbour", "airport", "campus", "factory", "hospital", "stadium"};
    private static final int SITES_PER_REGION = 3;
    private static final List<Integer> CORES = List.of(2, 2, 4, 4, 8);

    private EdgeTopology() {}

    /**
     * @param nodes how many nodes in all, at least 2; the last one is the cloud node
     * @param seed the same seed gives the same topology
     */
    public static Topology generate(int nodes, long seed) {
        if (nodes < 2) {
            throw new IllegalArgumentException(
                    nodes + " nodes; at least 2 are needed: an edge node and the cloud node");
        }
        RandomGenerator random = new SplittableRandom(seed);
        List<SimulatedNode> list = edgeNodes(nodes - 1, random);
        list.add(NodeSizes.cloud("cloud-1"));
        List<String> names = list.stream().map(SimulatedNode::name).toList();
        return new Topology(list, new DelayMatrix(names, delays(list, random)));
    }

    private static List<SimulatedNode> edgeNodes(int count, RandomGenerator random) {
        List<SimulatedNode> nodes = new ArrayList<>(count + 1);
        List<Integer> cores = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int site = (int) ((long) i * SITES.length / count);
            if (cores.isEmpty()) {
                cores.addAll(CORES);
                Collections.shuffle(cores, new java.util.Random(random.nextLong()));
            }
            nodes.add(NodeSizes.edge("edge-" + (i + 1), SITES[site], region(site), cores.remove(0)));
        }
        return nodes;
    }

    private static String region(int site) {
        return site < SITES_PER_REGION ? "east" : "west";
    }

    private static double[][] delays(List<SimulatedNode> nodes, RandomGenerator random) {
        int size = nodes.size();
        double[][] ms = new double[size][size];
        for (int a = 0; a < size; a++) {
            for (int b = a + 1; b < size; b++) {
                double there = delay(nodes.get(a), nodes.get(b), random);
                double asymmetry = random.nextDouble(0.97, 1.0);
                ms[a][b] = round(there);
                ms[b][a] = round(there * asymmetry);
            }
        }
        return ms;
    }

    private static double delay(SimulatedNode a, SimulatedNode b, RandomGenerator random) {
        if (a.cloud() || b.cloud()) {
            return random.nextDouble(47, 60);
        }
        if (a.site().equals(b.site())) {
            return random.nextDouble(0.35, 2);
        }
        return a.region().equals(b.region()) ? random.nextDouble(5.5, 15) : random.nextDouble(21, 40);
    }

    private static double round(double ms) {
        return Math.round(ms * 1000) / 1000.0;
    }
}
