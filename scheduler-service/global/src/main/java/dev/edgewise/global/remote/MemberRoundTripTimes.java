package dev.edgewise.global.remote;

import java.util.Arrays;

/** The median of recent round-trip times to a member. */
final class MemberRoundTripTimes {
    private static final int KEPT = 9;

    private final double[] millis = new double[KEPT];
    private int count;

    synchronized void add(double time) {
        millis[count++ % KEPT] = time;
    }

    /** Returns the median in milliseconds; NaN before the first. */
    synchronized double median() {
        int known = Math.min(count, KEPT);
        double[] sorted = Arrays.copyOf(millis, known);
        Arrays.sort(sorted);
        return known == 0 ? Double.NaN : sorted[known / 2];
    }
}
