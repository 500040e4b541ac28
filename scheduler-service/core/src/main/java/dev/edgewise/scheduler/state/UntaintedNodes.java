package dev.edgewise.scheduler.state;

import java.util.BitSet;

/**
 * The open nodes, and bounds of their free capacity. A change makes the bounds as much wider as it needs, and never
 * narrower: they hold without being the narrowest until they are {@link #of found again}. Immutable.
 */
public final class UntaintedNodes {
    private final BitSet closed;
    private final FreeCapacity least;
    private final FreeCapacity most;
    private final int changes;

    private UntaintedNodes(BitSet closed, FreeCapacity least, FreeCapacity most, int changes) {
        this.closed = closed;
        this.least = least;
        this.most = most;
        this.changes = changes;
    }

    /** Returns the open nodes with the narrowest bounds. */
    static UntaintedNodes of(NodeState... nodes) {
        BitSet closed = new BitSet(nodes.length);
        FreeCapacity least = FreeCapacity.UNBOUNDED;
        FreeCapacity most = FreeCapacity.NEGATIVE;
        for (int i = 0; i < nodes.length; i++) {
            if (nodes[i].isOpen()) {
                least = least.min(nodes[i]);
                most = most.max(nodes[i]);
            } else {
                closed.set(i);
            }
        }
        return new UntaintedNodes(closed, least, most, 0);
    }

    /** Returns the open nodes with another node at that position, or with one more. */
    UntaintedNodes with(int position, NodeState node) {
        boolean open = node.isOpen();
        BitSet changed = closed;
        if (closed.get(position) == open) {
            // To clone a set may trim it, while others read it.
            changed = BitSet.valueOf(closed.toLongArray());
            changed.flip(position);
        }
        return new UntaintedNodes(changed, open ? least.min(node) : least, open ? most.max(node) : most, changes + 1);
    }

    /** Returns how often it was changed since the bounds were the narrowest. */
    int changes() {
        return changes;
    }

    /** Returns a lower bound of every amount that an open node has free; without open nodes, more than any has. */
    public FreeCapacity least() {
        return least;
    }

    /** Returns an upper bound of every amount that an open node has free; without open nodes, less than any has. */
    public FreeCapacity most() {
        return most;
    }

    /** Returns how many nodes are not open. */
    public int closed() {
        return closed.cardinality();
    }

    /** The position of the first node from there on that is not open; -1 if there is none. */
    public int nextClosed(int position) {
        return closed.nextSetBit(position);
    }
}
