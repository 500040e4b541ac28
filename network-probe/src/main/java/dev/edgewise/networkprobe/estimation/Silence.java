package dev.edgewise.networkprobe.estimation;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Directed pairs that were probed and did not answer, with the time, and how far away they were thought to be: an estimate that was
 * infinitely wrong. They are many where sites cannot reach each other, so they are kept as the measured ones are.
 */
final class Silence {
    private static final int NOT_ESTIMATED = 0;

    private final List<PairRow> rows = new ArrayList<>();

    /** Told of each pair. */
    @FunctionalInterface
    interface Visitor {
        void visit(int from, int to, int seconds);
    }

    /**
     * Takes a pair that does not answer.
     *
     * @param thought its estimate before; null if none is known, then that of an earlier call stays
     * @return whether it is a new one
     */
    boolean add(NodePair pair, SiteMap.@Nullable Middle thought, int seconds) {
        PairRow row = row(pair.from());
        int before = row.micros(pair.to());
        int kind = thought == null ? Math.max(before, NOT_ESTIMATED) : 1 + Residuals.place(thought);
        row.put(pair.to(), kind, seconds);
        return before < 0;
    }

    /** Whether one of two nodes did not answer the other. */
    boolean between(int first, int second) {
        return row(first).micros(second) >= 0 || row(second).micros(first) >= 0;
    }

    /** The pair answers. */
    void remove(int from, int to) {
        row(from).remove(to);
    }

    void expire(int before) {
        rows.forEach(row -> row.expire(before));
    }

    void remove(int node) {
        rows.forEach(row -> row.remove(node));
        if (node < rows.size()) {
            rows.set(node, new PairRow());
        }
    }

    void forEach(Visitor visitor) {
        for (int from = 0; from < rows.size(); from++) {
            int first = from;
            rows.get(from).forEach((to, kind, seconds) -> visitor.visit(first, to, seconds));
        }
    }

    /**
     * Counts the pairs by what was thought of them. A node that nobody hears says nothing about the others' distances.
     *
     * @param heard by node, whether any pair of it answered
     */
    int[] counts(boolean[] heard) {
        int[] counts = new int[Residuals.places()];
        for (int from = 0; from < rows.size(); from++) {
            if (heard[from]) {
                rows.get(from).forEach((to, kind, seconds) -> {
                    if (kind != NOT_ESTIMATED && heard[to]) {
                        counts[kind - 1]++;
                    }
                });
            }
        }
        return counts;
    }

    private PairRow row(int node) {
        while (rows.size() <= node) {
            rows.add(new PairRow());
        }
        return rows.get(node);
    }
}
