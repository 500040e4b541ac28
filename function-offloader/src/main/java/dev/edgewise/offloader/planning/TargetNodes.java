package dev.edgewise.offloader.planning;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * The nodes that are considered as hosts, chosen again for each pass of a search: those that lose least by one more
 * core.
 */
final class TargetNodes {
    private static final int NEVER = Integer.MAX_VALUE;

    private final EvaluatedPlacement load;
    private final int most;
    private int[] nodes = {};

    /** The moment from which on each node was one in all passes; {@link #NEVER} for those that are none now. */
    private int[] since;

    /** @param most that are considered in one pass */
    TargetNodes(EvaluatedPlacement load, int nodes, int most) {
        this.load = load;
        this.most = most;
        since = never(nodes);
    }

    void choose() {
        double[] gain =
                IntStream.range(0, since.length).mapToDouble(load::gainOfCore).toArray();
        nodes = IntStream.range(0, gain.length)
                .boxed()
                .sorted(Comparator.comparingDouble(node -> -gain[node]))
                .limit(most)
                .mapToInt(Integer::intValue)
                .toArray();
        int[] before = since;
        int now = load.tick();
        since = never(before.length);
        for (int node : nodes) {
            since[node] = Math.min(before[node], now);
        }
    }

    /** The best first. */
    int[] nodes() {
        return nodes;
    }

    /** The best first, and another node last if it is none of them. */
    int[] with(int node) {
        if (since[node] != NEVER) {
            return nodes;
        }
        int[] more = Arrays.copyOf(nodes, nodes.length + 1);
        more[nodes.length] = node;
        return more;
    }

    /** Whether the target was one at that moment already, with the same load. */
    boolean isSameSince(int node, int moment) {
        return since[node] <= moment && !load.hasChanged(node, moment);
    }

    private static int[] never(int nodes) {
        int[] moments = new int[nodes];
        Arrays.fill(moments, NEVER);
        return moments;
    }
}
