package dev.edgewise.scheduler.plugins.energy;

import dev.edgewise.scheduler.signals.energy.NodeEnergyByPosition;
import dev.edgewise.scheduler.state.NodeCursor;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import org.jspecify.annotations.Nullable;

/**
 * The nodes of one level after those of the better one, those of each level from another place on for each pod: none is
 * always the first.
 */
final class BestPoweredFirst implements NodeCursor {
    private final Snapshot snapshot;
    private final int[][] ranks;
    private final int start;
    private final int end;
    private int rank;
    private int met;

    /**
     * @param start any number from 0 on
     * @param strict whether powerless nodes are left out
     */
    BestPoweredFirst(Snapshot snapshot, NodeEnergyByPosition energy, int start, boolean strict) {
        this.snapshot = snapshot;
        this.ranks = energy.ranks();
        this.start = start;
        this.end = strict ? ranks.length - 1 : ranks.length;
    }

    @Override
    public @Nullable NodeState next() {
        while (rank < end && met == ranks[rank].length) {
            rank++;
            met = 0;
        }
        if (rank == end) {
            return null;
        }
        int[] positions = ranks[rank];
        int next = start % positions.length + met++;
        return snapshot.nodeAt(positions[next < positions.length ? next : next - positions.length]);
    }
}
