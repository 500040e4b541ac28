package dev.edgewise.offloader.planning;

import org.jspecify.annotations.Nullable;

/**
 * A node as planners see it.
 *
 * @param percent charge in percent of the battery, 0 to 100
 * @param room CPU for functions, in millicores, before any of them is placed
 * @param power whether it runs pods
 * @param outlook what is known of its battery beyond the percentage; null if nothing is
 */
public record PlanNode(String name, double percent, long room, Power power, @Nullable BatteryDetails outlook) {
    /** Says whether a node runs pods now. */
    public enum Power {
        RUNNING,
        /** A node that has charge again, and runs pods soon. */
        BOOTING,
        OFF
    }

    public boolean isRunning() {
        return power == Power.RUNNING;
    }

    /** {@code percent} rounded to a whole number, half to even, as the papers' planners do. */
    public int wholePercent() {
        return (int) Math.rint(percent);
    }
}
