package dev.edgewise.offloader.planning;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The weight of each node's availability, which grows with the cores that its own functions request. */
final class NodeWeights {
    private final double[] owned;
    /** The namespace of the functions that each node hosts or owns; null for none. */
    private final @Nullable String[] namespaces;

    private final boolean[] shared;

    private NodeWeights(int nodes) {
        owned = new double[nodes];
        namespaces = new @Nullable String[nodes];
        shared = new boolean[nodes];
    }

    /**
     * The weights by node, on average 1 where one namespace has all functions. A node of functions of several
     * namespaces counts 1 at most: who owns a function is what its namespace says, which must not make functions of
     * others leave.
     *
     * @param demand how far a node counts by what its own functions request, 0 to 1
     */
    static double[] of(PlanningView view, double demand) {
        NodeWeights weights = new NodeWeights(view.nodes().size());
        for (PlannedFunction function : view.functions()) {
            weights.owned[function.owner()] += function.cores();
            weights.concerns(function.owner(), function.namespace());
            if (function.host() >= 0) {
                weights.concerns(function.host(), function.namespace());
            }
        }
        return weights.all(demand);
    }

    private void concerns(int node, String namespace) {
        String before = namespaces[node];
        shared[node] |= before != null && !before.equals(namespace);
        namespaces[node] = namespace;
    }

    private double[] all(double demand) {
        double mean = Arrays.stream(owned).average().orElse(0);
        double[] weights = Arrays.stream(owned)
                .map(own -> 1 - demand + (mean > 0 ? demand * own / mean : 0))
                .toArray();
        for (int node = 0; node < weights.length; node++) {
            weights[node] = shared[node] ? Math.min(1, weights[node]) : weights[node];
        }
        return weights;
    }
}
