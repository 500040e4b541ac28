package dev.edgewise.networkprobe.relay;

import java.util.Arrays;

/** The median of the last values. Written by one thread, read by any. */
final class MovingMedian {
    private final long[] last;
    private int count;
    private volatile long value;

    /** @param size of how many values */
    MovingMedian(int size) {
        this.last = new long[size];
    }

    void add(long next) {
        last[count++ % last.length] = next;
        long[] sorted = Arrays.copyOf(last, Math.min(count, last.length));
        Arrays.sort(sorted);
        value = sorted[sorted.length / 2];
    }

    /** 0, if there are none. */
    long value() {
        return value;
    }
}
