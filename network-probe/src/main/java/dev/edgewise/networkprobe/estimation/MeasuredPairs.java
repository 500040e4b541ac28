package dev.edgewise.networkprobe.estimation;

/** The newest measurement of each pair of nodes, by direction, with its time in seconds. */
final class MeasuredPairs extends DirectedPairTable {
    @FunctionalInterface
    interface BothWays {
        /**
         * @param forward from the first to the second node in µs, −1 if this direction was not measured
         * @param backward the other direction
         * @param seconds when the newer of the two was measured
         */
        void visit(int first, int second, int forward, int backward, int seconds);
    }

    /** Gets each node that two others both measured, and what they measured, in µs. */
    @FunctionalInterface
    interface Common {
        void visit(int node, int first, int second);
    }

    void put(int from, int to, int micros, int seconds) {
        row(to);
        row(from).put(to, micros, seconds);
    }

    /** The round-trip time in µs in this direction, else in the other, else −1. */
    int micros(int from, int to) {
        int forward = directed(from, to);
        return forward >= 0 ? forward : directed(to, from);
    }

    /** The round-trip time in µs in this very direction, else −1. */
    int directed(int from, int to) {
        return row(from).micros(to);
    }

    /** Time when a pair was measured in this direction, in seconds. */
    int seconds(int from, int to) {
        return row(from).seconds(to);
    }

    /** Every pair that was measured in a direction or both, once. */
    void forEach(BothWays visitor) {
        forEachPair((first, second, micros, seconds) -> {
            int back = directed(second, first);
            if (back < 0) {
                visitor.visit(first, second, micros, back, seconds);
            } else if (first < second) {
                visitor.visit(first, second, micros, back, Math.max(seconds, seconds(second, first)));
            }
        });
    }

    /** Every node that both of these measured themselves. */
    void forEachCommon(int first, int second, Common visitor) {
        NodeMeasurementTable other = row(second);
        row(first).forEach((node, micros, seconds) -> {
            int others = other.micros(node);
            if (others >= 0) {
                visitor.visit(node, micros, others);
            }
        });
    }

    /** Flags the nodes with a measured pair; their numbers are below the capacity. */
    boolean[] heard(int capacity) {
        boolean[] heard = new boolean[capacity];
        forEachPair((from, to, micros, seconds) -> {
            heard[from] = true;
            heard[to] = true;
        });
        return heard;
    }
}
