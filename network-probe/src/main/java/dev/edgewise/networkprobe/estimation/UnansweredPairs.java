package dev.edgewise.networkprobe.estimation;

import org.jspecify.annotations.Nullable;

/**
 * Directed pairs that were probed and did not answer, with the time, and how far away they were thought to be: an
 * estimate that was infinitely wrong. They are many where sites cannot reach each other, so they are kept as the
 * measured ones are.
 */
final class UnansweredPairs extends DirectedPairTable {
    private static final int NOT_ESTIMATED = 0;

    /**
     * Takes a pair that does not answer.
     *
     * @param thought its estimate before; null if none is known, then that of an earlier call stays
     * @return whether it is a new one
     */
    boolean add(NodePair pair, SiteDistanceMap.@Nullable Middle thought, int seconds) {
        NodeMeasurementTable row = row(pair.from());
        int before = row.micros(pair.to());
        int kind = thought == null ? Math.max(before, NOT_ESTIMATED) : 1 + EstimateResiduals.place(thought);
        row.put(pair.to(), kind, seconds);
        return before < 0;
    }

    /** Whether one of two nodes did not answer the other. */
    boolean between(int first, int second) {
        return row(first).micros(second) >= 0 || row(second).micros(first) >= 0;
    }

    /**
     * Counts the pairs by their expected delay. A node without any answer says nothing about the others' distances.
     *
     * @param heard by node, whether any pair of it answered
     */
    int[] counts(boolean[] heard) {
        int[] counts = new int[EstimateResiduals.places()];
        forEachPair((from, to, kind, seconds) -> {
            if (kind != NOT_ESTIMATED && heard[from] && heard[to]) {
                counts[kind - 1]++;
            }
        });
        return counts;
    }
}
