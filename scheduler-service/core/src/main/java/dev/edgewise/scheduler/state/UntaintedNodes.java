package dev.edgewise.scheduler.state;

import java.util.BitSet;

/**
 * The untainted nodes, and bounds of their free capacity. A change makes the bounds as much wider as it needs, and
 * never narrower: they hold without being the narrowest until they are {@link #of found again}. Immutable.
 */
public final class UntaintedNodes {
    private final BitSet tainted;
    private final FreeCapacity least;
    private final FreeCapacity most;
    private final int changes;

    private UntaintedNodes(BitSet tainted, FreeCapacity least, FreeCapacity most, int changes) {
        this.tainted = tainted;
        this.least = least;
        this.most = most;
        this.changes = changes;
    }

    /** Returns the untainted nodes with the narrowest bounds. */
    static UntaintedNodes of(NodeState... nodes) {
        BitSet tainted = new BitSet(nodes.length);
        FreeCapacity least = FreeCapacity.UNBOUNDED;
        FreeCapacity most = FreeCapacity.NEGATIVE;
        for (int i = 0; i < nodes.length; i++) {
            if (nodes[i].isUntainted()) {
                least = least.min(nodes[i]);
                most = most.max(nodes[i]);
            } else {
                tainted.set(i);
            }
        }
        return new UntaintedNodes(tainted, least, most, 0);
    }

    /** Returns the untainted nodes with another node at that position, or with one more. */
    UntaintedNodes with(int position, NodeState node) {
        boolean untainted = node.isUntainted();
        BitSet changed = tainted;
        if (tainted.get(position) == untainted) {
            // To clone a set may trim it, while others read it.
            changed = BitSet.valueOf(tainted.toLongArray());
            changed.flip(position);
        }
        return new UntaintedNodes(
                changed, untainted ? least.min(node) : least, untainted ? most.max(node) : most, changes + 1);
    }

    /** Returns how often it was changed since the bounds were the narrowest. */
    int changes() {
        return changes;
    }

    /**
     * Returns a lower bound of every amount that an untainted node has free; without untainted nodes, more than any
     * has.
     */
    public FreeCapacity least() {
        return least;
    }

    /**
     * Returns an upper bound of every amount that an untainted node has free; without untainted nodes, less than any
     * has.
     */
    public FreeCapacity most() {
        return most;
    }

    /** Returns the number of tainted nodes. */
    public int taintedCount() {
        return tainted.cardinality();
    }

    /** Returns the position of the first tainted node from there on; -1 if there is none. */
    public int nextTainted(int position) {
        return tainted.nextSetBit(position);
    }
}
