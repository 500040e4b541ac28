package dev.edgewise.scheduler.rtt;

import java.util.List;

/** Under which numbers an index knows the nodes of a cluster, in their order: so that all of them can be asked about by arrays. */
public final class NodeNumbers {
    private final NodeIds ids;
    private final int known;
    private final int[] numbers;
    private final boolean complete;

    NodeNumbers(NodeIds ids, List<String> nodes) {
        this.ids = ids;
        this.known = ids.size();
        this.numbers = new int[nodes.size()];
        boolean all = true;
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = ids.find(nodes.get(i));
            all &= numbers[i] != NodeIds.UNKNOWN;
        }
        this.complete = all;
    }

    /** Whether they still hold: no node has got a number meanwhile. */
    public boolean holdFor(RttIndex index) {
        return index.ids() == ids && (complete || ids.size() == known);
    }

    public int size() {
        return numbers.length;
    }

    /** The number of the node at that position, as {@link Nearest} takes it. */
    public int at(int position) {
        return numbers[position];
    }
}
