package dev.edgewise.common.signal.redis;

import java.util.Comparator;

/** A place in a Redis stream: milliseconds and a sequence number, each without a sign and of 64 bits. */
record StreamId(long millis, long sequence) implements Comparable<StreamId> {
    /** Position before the first entry of any stream. */
    static final StreamId START = new StreamId(0, 0);

    /** The largest id that a stream can have: nothing can be added after it. */
    static final StreamId LAST = new StreamId(-1, -1);

    private static final Comparator<StreamId> ORDER = Comparator.comparing(StreamId::millis, Long::compareUnsigned)
            .thenComparing(StreamId::sequence, Long::compareUnsigned);

    /** Reads {@code <millis>-<sequence>}. */
    static StreamId parse(String text) {
        int dash = text.indexOf('-');
        return new StreamId(
                Long.parseUnsignedLong(text, 0, dash, 10), Long.parseUnsignedLong(text, dash + 1, text.length(), 10));
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
        return Long.toUnsignedString(millis) + "-" + Long.toUnsignedString(sequence);
    }
}
