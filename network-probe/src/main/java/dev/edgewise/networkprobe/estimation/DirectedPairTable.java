package dev.edgewise.networkprobe.estimation;

import java.util.ArrayList;
import java.util.List;

/** Directed pairs of nodes, each with a value and a time in seconds. */
class DirectedPairTable {
    private final List<NodeMeasurementTable> rows = new ArrayList<>();

    @FunctionalInterface
    interface Visitor {
        void visit(int from, int to, int value, int seconds);
    }

    final void forEachPair(Visitor visitor) {
        for (int from = 0; from < rows.size(); from++) {
            int first = from;
            rows.get(from).forEach((to, value, seconds) -> visitor.visit(first, to, value, seconds));
        }
    }

    final void expire(int before) {
        rows.forEach(row -> row.expire(before));
    }

    final void remove(int from, int to) {
        row(from).remove(to);
    }

    final void remove(int node) {
        rows.forEach(row -> row.remove(node));
        if (node < rows.size()) {
            rows.set(node, new NodeMeasurementTable());
        }
    }

    final NodeMeasurementTable row(int node) {
        while (rows.size() <= node) {
            rows.add(new NodeMeasurementTable());
        }
        return rows.get(node);
    }
}
