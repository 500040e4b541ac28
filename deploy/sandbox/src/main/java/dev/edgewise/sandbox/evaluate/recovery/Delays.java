package dev.edgewise.sandbox.evaluate.recovery;

import dev.edgewise.scheduler.signals.rtt.Rtt;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The true round-trip times between nodes: of both directions of a pair the longer one. */
final class Delays {
    private final List<String> names;
    private final double[][] ms;
    private final Map<String, Integer> rows = new HashMap<>();

    /** @param names of the matrix's rows */
    Delays(List<String> names, double[][] ms) {
        this.names = List.copyOf(names);
        this.ms = ms;
        names.forEach(name -> rows.put(name, rows.size()));
    }

    List<String> names() {
        return names;
    }

    boolean knows(String name) {
        return rows.containsKey(name);
    }

    /** Delay in ms; 0 from a node to itself. */
    double between(String one, String other) {
        return between(row(one), row(other));
    }

    private int row(String name) {
        return Objects.requireNonNull(rows.get(name), name);
    }

    private double between(int one, int other) {
        return one == other ? 0 : Math.max(ms[one][other], ms[other][one]);
    }

    /** The times from a node to all others, each multiplied by the factor; never less than they are. */
    Map<String, Rtt> from(String name, double factor, long observedAt) {
        int from = row(name);
        Map<String, Rtt> times = new HashMap<>();
        for (int to = 0; to < ms.length; to++) {
            if (to != from) {
                long micros = (long) Math.ceil(between(from, to) * factor * 1e3);
                times.put(names.get(to), new Rtt(micros, micros, micros, observedAt, Long.MAX_VALUE));
            }
        }
        return times;
    }
}
