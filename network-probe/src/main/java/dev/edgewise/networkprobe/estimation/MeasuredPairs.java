package dev.edgewise.networkprobe.estimation;

import java.util.ArrayList;
import java.util.List;

/** The newest measurement of each pair of nodes, by direction, with its time in seconds. */
final class MeasuredPairs {
    private final List<PairRow> rows = new ArrayList<>();

    /** Told of each unordered pair once. */
    @FunctionalInterface
    interface Visitor {
        /**
         * @param forward from the first to the second node in µs, −1 if this direction was not measured
         * @param backward the other direction
         * @param seconds when the newer of the two was measured
         */
        void visit(int first, int second, int forward, int backward, int seconds);
    }

    void put(int from, int to, int micros, int seconds) {
        row(to);
        row(from).put(to, micros, seconds);
    }

    /** The round-trip time in µs in this direction, else in the other, else −1. */
    int micros(int from, int to) {
        int forward = row(from).micros(to);
        return forward >= 0 ? forward : row(to).micros(from);
    }

    /** Every pair that was measured in a direction or both, once. */
    void forEach(Visitor visitor) {
        for (int from = 0; from < rows.size(); from++) {
            int first = from;
            rows.get(from).forEach((second, micros, seconds) -> {
                int back = rows.get(second).micros(first);
                if (back < 0) {
                    visitor.visit(first, second, micros, back, seconds);
                } else if (first < second) {
                    visitor.visit(first, second, micros, back, Math.max(seconds, seconds(second, first)));
                }
            });
        }
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

    private int seconds(int from, int to) {
        return row(from).seconds(to);
    }

    private PairRow row(int node) {
        while (rows.size() <= node) {
            rows.add(new PairRow());
        }
        return rows.get(node);
    }
}
