package dev.edgewise.scheduler.framework;

/** The number of feasible nodes that a decision looks for before it scores them. */
@FunctionalInterface
public interface NodeSampling {
    /** Number of nodes below which every one is looked at. */
    int MINIMUM = 100;

    /** Looks at all nodes, as an explanation does. */
    NodeSampling ALL = nodes -> nodes;

    /** kube-scheduler's rule: 50 % of the nodes, less 1 % for each 125 nodes, at least 5 % and at least 100. */
    NodeSampling STOCK = nodes -> {
        if (nodes < MINIMUM) {
            return nodes;
        }
        int percent = Math.max(5, 50 - nodes / 125);
        return Math.max(MINIMUM, nodes * percent / 100);
    };

    /** Looks at most at this many nodes. */
    static NodeSampling atMost(int enough) {
        return nodes -> Math.min(nodes, enough);
    }

    /** Returns how many feasible nodes are enough among that many. */
    int enough(int nodes);
}
