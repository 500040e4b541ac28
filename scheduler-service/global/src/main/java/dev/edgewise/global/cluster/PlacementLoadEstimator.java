package dev.edgewise.global.cluster;

import java.util.List;

/**
 * Computes the load that the pods of a request meet in a cluster: each is placed on the node with the most free CPU, as
 * schedulers spread pods. Nodes count as equal in size, since capacities have the sum of what nodes have only.
 */
public final class PlacementLoadEstimator {
    private PlacementLoadEstimator() {}

    /**
     * Returns the share of the CPU that is requested on the nodes of the pods, with these, as the mean over the pods;
     * from 0 to 1, NaN if not all pods fit or the request has none.
     *
     * @param functions pods of requests that follow into the cluster count as well, as far as they fit: all pods of the
     *     request once more, until there are as many as functions, or one finds no node
     */
    public static double share(ClusterCapacity capacity, List<PodShape> shapes, int functions) {
        double each = (double) capacity.allocatable().milliCpu() / Math.max(1, capacity.nodes());
        List<PodShape> largestFirst = PodSetFitCounter.largestFirst(capacity, shapes).stream()
                .filter(shape -> shape.count() > 0)
                .toList();
        int ofSet = largestFirst.stream().mapToInt(PodShape::count).sum();
        Packing left = new Packing(capacity);
        int[] placed = new int[capacity.nodes()];
        List<Packing.Spread> spreads = largestFirst.stream().map(left::spread).toList();
        if (ofSet == 0 || !place(spreads, placed)) {
            return Double.NaN;
        }
        int sets = (functions + ofSet - 1) / ofSet;
        boolean isLeft = true;
        for (int set = 1; set < sets && isLeft; set++) {
            isLeft = place(spreads, placed);
        }
        ClusterCapacity rest = left.rest();
        double sum = 0;
        int pods = 0;
        for (int node = 0; node < placed.length; node++) {
            if (placed[node] > 0) {
                sum += placed[node] * Math.max(0, 1 - rest.freeMilliCpu()[node] / each);
                pods += placed[node];
            }
        }
        return sum / pods;
    }

    private static boolean place(List<Packing.Spread> spreads, int[] placed) {
        for (Packing.Spread spread : spreads) {
            if (!spread.place(placed)) {
                return false;
            }
        }
        return true;
    }
}
