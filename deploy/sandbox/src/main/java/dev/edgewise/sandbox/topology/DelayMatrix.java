package dev.edgewise.sandbox.topology;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Round-trip times between named nodes in milliseconds. Row is the node that measures, column the node that answers:
 * the two directions may differ.
 */
public final class DelayMatrix {
    private final List<String> names;
    private final Map<String, Integer> rows;
    private final double[][] ms;

    /**
     * @param names node of each row
     * @param ms square, as many rows as names (more are ignored); finite and not negative
     */
    public DelayMatrix(List<String> names, double[][] ms) {
        if (names.size() > ms.length) {
            throw new IllegalArgumentException(names.size() + " nodes, but the matrix has " + ms.length + " rows");
        }
        this.names = List.copyOf(names);
        this.ms = ms;
        this.rows = new HashMap<>();
        for (int row = 0; row < names.size(); row++) {
            rows.put(names.get(row), row);
        }
    }

    public List<String> names() {
        return names;
    }

    public boolean contains(String node) {
        return rows.containsKey(node);
    }

    /** The delay from one node to another in ms; 0 from a node to itself; empty if the matrix lacks one of them. */
    public OptionalDouble between(String from, String to) {
        if (from.equals(to)) {
            return OptionalDouble.of(0);
        }
        Integer row = rows.get(from);
        Integer column = rows.get(to);
        return row == null || column == null ? OptionalDouble.empty() : OptionalDouble.of(ms[row][column]);
    }

    /** Returns a matrix in which the delay from one node of it to another is this many ms. */
    public DelayMatrix with(String from, String to, double delay) {
        double[][] changed = new double[ms.length][];
        for (int row = 0; row < ms.length; row++) {
            changed[row] = ms[row].clone();
        }
        changed[names.indexOf(from)][names.indexOf(to)] = delay;
        return new DelayMatrix(names, changed);
    }

    double at(int row, int column) {
        return ms[row][column];
    }
}
