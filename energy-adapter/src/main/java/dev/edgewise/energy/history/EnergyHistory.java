package dev.edgewise.energy.history;

import dev.edgewise.common.signal.energy.EnergyLevel;
import dev.edgewise.common.signal.energy.EnergyReading;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The charge of each node over a day in steps of 5 minutes, and over the last half hour in steps of 10 seconds: 468
 * points of 3 bytes each, so that 5,000 nodes take 8 MB. Not kept over a restart. Safe for many threads.
 */
public final class EnergyHistory {
    /** The time of one point of the day. */
    public static final Duration DAY_SLOT = Duration.ofMinutes(5);

    /** The time of one point of the last half hour. */
    public static final Duration RECENT_SLOT = Duration.ofSeconds(10);

    private final CompactReadingsByTime day =
            new CompactReadingsByTime(DAY_SLOT, (int) Duration.ofDays(1).dividedBy(DAY_SLOT));
    private final CompactReadingsByTime recent =
            new CompactReadingsByTime(RECENT_SLOT, (int) Duration.ofMinutes(30).dividedBy(RECENT_SLOT));

    /**
     * One point.
     *
     * @param at begin of its slot
     * @param percent to a hundredth
     */
    public record Point(Instant at, double percent, EnergyLevel level) {}

    /**
     * Records what holds now.
     *
     * @param readings unmodifiable; the same object again if nothing changed
     * @param nodes accepts the nodes that exist; the others are forgotten when the next slot begins
     */
    public synchronized void record(Map<String, EnergyReading> readings, Predicate<String> nodes, Instant now) {
        day.record(readings, nodes, now);
        recent.record(readings, nodes, now);
    }

    /** Returns the points of a node over the last day, oldest first; times without a valid reading have none. */
    public synchronized List<Point> day(String node) {
        return day.of(node);
    }

    /** Returns the points of a node over the last half hour, oldest first; times without a valid reading have none. */
    public synchronized List<Point> recent(String node) {
        return recent.of(node);
    }
}
