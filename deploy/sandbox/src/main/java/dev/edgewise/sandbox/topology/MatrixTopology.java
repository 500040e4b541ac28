package dev.edgewise.sandbox.topology;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * Nodes for a measured matrix: its first rows become {@code edge-1}, {@code edge-2}, …, the last used row {@code
 * cloud-1}. Sites are found from the delays: a node joins the first site whose first node is near.
 */
public final class MatrixTopology {
    /** Nodes this near to a site's first node belong to the site. */
    static final double SITE_RADIUS_MS = 10;

    private static final int[] CORES = {2, 2, 4, 4, 8};

    private MatrixTopology() {}

    /**
     * @param ms square delay matrix in ms
     * @param nodes how many nodes, 2 to the rows of the matrix
     * @param seed decides the sizes of the nodes
     */
    public static Topology of(double[][] ms, int nodes, long seed) {
        if (nodes < 2 || nodes > ms.length) {
            throw new IllegalArgumentException(
                    nodes + " nodes; this matrix has " + ms.length + " rows, so 2 to " + ms.length + " are possible");
        }
        RandomGenerator random = new SplittableRandom(seed);
        List<Integer> siteHeads = new ArrayList<>();
        List<SimulatedNode> list = new ArrayList<>(nodes);
        for (int row = 0; row < nodes - 1; row++) {
            String site = "site-" + (siteOf(row, ms, siteHeads) + 1);
            list.add(NodeSizes.edge("edge-" + (row + 1), site, "edge", CORES[random.nextInt(CORES.length)]));
        }
        list.add(NodeSizes.cloud("cloud-1"));
        return new Topology(
                list, new DelayMatrix(list.stream().map(SimulatedNode::name).toList(), ms));
    }

    private static int siteOf(int row, double[][] ms, List<Integer> siteHeads) {
        for (int site = 0; site < siteHeads.size(); site++) {
            if (ms[siteHeads.get(site)][row] <= SITE_RADIUS_MS) {
                return site;
            }
        }
        siteHeads.add(row);
        return siteHeads.size() - 1;
    }
}
