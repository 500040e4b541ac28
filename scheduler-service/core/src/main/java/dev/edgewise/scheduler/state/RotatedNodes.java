package dev.edgewise.scheduler.state;

import org.jspecify.annotations.Nullable;

/** All nodes in a given order, read from some place on and then from its start. */
final class RotatedNodes implements NodeCursor {
    private final NodeState[] nodes;
    private final int[] turns;
    private int next;
    private int left;

    /** @param start 0 up to the number of nodes, exclusively */
    RotatedNodes(NodeState[] nodes, int[] turns, int start) {
        this.nodes = nodes;
        this.turns = turns;
        this.next = start;
        this.left = turns.length;
    }

    @Override
    public @Nullable NodeState next() {
        if (left == 0) {
            return null;
        }
        NodeState node = nodes[turns[next]];
        next = next + 1 == turns.length ? 0 : next + 1;
        left--;
        return node;
    }
}
