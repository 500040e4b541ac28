package dev.edgewise.networkprobe.coordinator;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Spreads work on all nodes over rounds: each node has its turn once in a cycle; when things got warm, all soon. A new
 * installation has no nodes yet, or a few that measure each other: the turns that these had end nothing for those that
 * follow.
 */
final class EstimateRefreshNodeSelector {
    /**
     * Number of rounds in which each node has its first turn, in a large cluster: all at once would be minutes of work.
     */
    private static final long FIRST = 30;
    /** Least number of nodes that have their first turn in a round. */
    private static final long FIRST_EACH = 64;

    private final long rounds;
    private final Set<String> had = new HashSet<>();
    private boolean first = true;

    /** @param rounds how many rounds a cycle has */
    EstimateRefreshNodeSelector(long rounds) {
        this.rounds = Math.max(1, rounds);
    }

    /** The nodes whose turn it is; none until it is warm, and then all soon. */
    List<String> next(Collection<String> nodes, boolean warm) {
        List<String> turn = new ArrayList<>();
        if (!warm || nodes.isEmpty()) {
            had.clear();
            first = true;
            return turn;
        }
        long cycle = first ? Math.min(FIRST, rounds) : rounds;
        long share = Math.max(first ? FIRST_EACH : 0, (nodes.size() + cycle - 1) / cycle);
        for (String node : nodes) {
            if (turn.size() < share && had.add(node)) {
                turn.add(node);
            }
        }
        if (had.containsAll(nodes)) {
            had.clear();
            first = false;
        }
        return turn;
    }
}
