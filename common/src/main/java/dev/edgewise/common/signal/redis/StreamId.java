package dev.edgewise.common.signal.redis;

import java.util.Comparator;

/** A place in a Redis stream: milliseconds and a sequence number. */
record StreamId(long millis, long sequence) implements Comparable<StreamId> {
    /** Before the first entry of any stream. */
    static final StreamId START = new StreamId(0, 0);

    private static final Comparator<StreamId> ORDER =
            Comparator.comparingLong(StreamId::millis).thenComparingLong(StreamId::sequence);

    /** Reads {@code <millis>-<sequence>}. */
    static StreamId parse(String text) {
        int dash = text.indexOf('-');
        return new StreamId(Long.parseLong(text, 0, dash, 10), Long.parseLong(text, dash + 1, text.length(), 10));
    }

    boolean isAfter(StreamId other) {
        return compareTo(other) > 0;
    }

    @Override
    public int compareTo(StreamId other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return millis + "-" + sequence;
    }
}
