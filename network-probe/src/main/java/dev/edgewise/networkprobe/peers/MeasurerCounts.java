package dev.edgewise.networkprobe.peers;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** Counts how many nodes measure each node, and holds that to a limit. */
final class MeasurerCounts {
    private final Map<Integer, Integer> counts = new HashMap<>();
    private final int most;

    /** @param probers whose peers count */
    MeasurerCounts(Collection<PlannerNode> probers, int most) {
        this.most = most;
        probers.forEach(prober -> prober.peers().forEach(this::count));
    }

    /** Whether one more node may measure this one. */
    boolean hasRoom(int node) {
        return counts.getOrDefault(node, 0) < most;
    }

    /** Counts one more node that measures this one; false, and nothing is counted, if they are as many as may be. */
    boolean add(int node) {
        boolean room = hasRoom(node);
        if (room) {
            count(node);
        }
        return room;
    }

    private void count(int node) {
        counts.merge(node, 1, Integer::sum);
    }
}
