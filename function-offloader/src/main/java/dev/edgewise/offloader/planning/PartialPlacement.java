package dev.edgewise.offloader.planning;

import java.util.Arrays;

/** A plan in the making: what each node has left, and where functions are. Not final, so that tests count the looks. */
class PartialPlacement {
    static final int UNPLACED = -1;

    private final PlanningView view;
    private final long[] left;
    private final int[] hosts;

    PartialPlacement(PlanningView view) {
        this.view = view;
        left = view.nodes().stream().mapToLong(PlanNode::room).toArray();
        hosts = new int[view.functions().size()];
        Arrays.fill(hosts, UNPLACED);
    }

    /** The room that the node has left, in millicores; below 0 if there is more on it than it has room for. */
    long left(int node) {
        return left[node];
    }

    boolean fits(int function, int node) {
        return fits(function, node, 0);
    }

    /** Whether a function fits when so many more millicores are kept free. */
    boolean fits(int function, int node, long kept) {
        return left(node) - kept >= view.functions().get(function).millis();
    }

    boolean isPlaced(int function) {
        return hosts[function] != UNPLACED;
    }

    void place(int function, int node) {
        hosts[function] = node;
        left[node] -= view.functions().get(function).millis();
    }

    int[] hosts() {
        return hosts;
    }
}
