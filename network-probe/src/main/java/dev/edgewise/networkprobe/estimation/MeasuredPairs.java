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

    /** The round-trip time in µs in this very direction, else −1. */
    int directed(int from, int to) {
        return row(from).micros(to);
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

    /** Told of each node that two others both measured, and what they measured, in µs. */
    @FunctionalInterface
    interface CommonVisitor {
        void visit(int node, int first, int second);
    }

    /** Every node that both of these measured themselves. */
    void forEachCommon(int first, int second, CommonVisitor visitor) {
        PairRow other = row(second);
        row(first).forEach((node, micros, seconds) -> {
            int others = other.micros(node);
            if (others >= 0) {
                visitor.visit(node, micros, others);
            }
        });
    }

    void expire(int before) {
        rows.forEach(row -> row.expire(before));
    }

    /** Forgets one direction of a pair. */
    void remove(int from, int to) {
        row(from).remove(to);
    }

    /** Which nodes have a pair that was measured; their numbers are below the capacity. */
    boolean[] heard(int capacity) {
        boolean[] heard = new boolean[capacity];
        forEach((first, second, forward, backward, seconds) -> {
            heard[first] = true;
            heard[second] = true;
        });
        return heard;
    }

    void remove(int node) {
        rows.forEach(row -> row.remove(node));
        if (node < rows.size()) {
            rows.set(node, new PairRow());
        }
    }

    /** When a pair that was measured in this direction was, in seconds. */
    int seconds(int from, int to) {
        return row(from).seconds(to);
    }

    private PairRow row(int node) {
        while (rows.size() <= node) {
            rows.add(new PairRow());
        }
        return rows.get(node);
    }
}
