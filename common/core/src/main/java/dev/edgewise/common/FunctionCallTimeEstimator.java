package dev.edgewise.common;

/**
 * Estimates the time of a call to a function from what schedulers know: the size of what is sent, and the CPU that pods
 * of a node request.
 *
 * <p>A node is an M/G/1 queue with processor sharing, in which a call that needs time s on an idle node takes s / (1 -
 * u) in the mean, whatever the distribution of s (Kleinrock, Queueing Systems, volume 2, 4.4). The utilization u is not
 * known to schedulers; the requested share of the CPU is, of which pods are taken to use half.
 */
public final class FunctionCallTimeEstimator {
    /** The rate of links within a cluster, and of those of which no rate is stated. */
    public static final double LAN_MEGABITS = 1_000;

    private static final double USED_OF_REQUESTED = 0.5;
    private static final double BITS_OF_BYTE = 8;
    private static final double BITS_OF_MILLI = 1_000;

    private FunctionCallTimeEstimator() {}

    /**
     * Returns how long bytes take over a link, in milliseconds.
     *
     * @param megabits rate of the link in Mbit/s
     */
    public static double transferMillis(long bytes, double megabits) {
        return bytes * BITS_OF_BYTE / (megabits * BITS_OF_MILLI);
    }

    /**
     * Returns how long a function computes for one call, in milliseconds.
     *
     * @param idleMillis the time on an idle node
     * @param requestedShare the share of the node's CPU that its pods request, this one's included; more than 1 counts
     *     as 1
     */
    public static double computingMillis(double idleMillis, double requestedShare) {
        return idleMillis / (1 - USED_OF_REQUESTED * Math.min(1, requestedShare));
    }
}
