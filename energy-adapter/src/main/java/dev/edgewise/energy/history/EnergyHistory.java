package dev.edgewise.energy.history;

import dev.edgewise.common.signal.energy.EnergyLevel;
import dev.edgewise.common.signal.energy.EnergyReading;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The last valid reading of each node in each 5 minutes of a day: 288 of them in 3 bytes each, so that 5,000 nodes take 5 MB. Not kept
 * over a restart. Safe for many threads.
 */
public final class EnergyHistory {
    /** Time of one point. */
    public static final Duration SLOT = Duration.ofMinutes(5);

    private static final int SLOTS = (int) Duration.ofDays(1).dividedBy(SLOT);
    private static final double FINENESS = 100;
    private static final short NONE = -1;
    private static final EnergyLevel[] LEVELS = EnergyLevel.values();

    private static final class Day {
        final short[] percents = new short[SLOTS];
        final byte[] levels = new byte[SLOTS];

        Day() {
            Arrays.fill(percents, NONE);
        }
    }

    private final Map<String, Day> days = new HashMap<>();
    private long newest = Long.MIN_VALUE;
    private Map<String, EnergyReading> last = Map.of();

    /**
     * One point.
     *
     * @param at begin of its 5 minutes
     * @param percent to a hundredth
     */
    public record Point(Instant at, double percent, EnergyLevel level) {}

    /**
     * Takes what holds now.
     *
     * @param readings unmodifiable; the same object again if nothing changed
     * @param nodes all that there are; the others are forgotten when the next 5 minutes begin
     */
    public synchronized void record(Map<String, EnergyReading> readings, Predicate<String> nodes, Instant now) {
        long current = now.getEpochSecond() / SLOT.toSeconds();
        if (current == newest && readings == last) {
            return;
        }
        last = readings;
        if (current != newest) {
            days.keySet().removeIf(nodes.negate());
            moveTo(current);
        }
        int slot = (int) Math.floorMod(newest, (long) SLOTS);
        readings.forEach((node, reading) -> {
            if (!reading.observed().staleAt(now)) {
                Day day = days.computeIfAbsent(node, name -> new Day());
                day.percents[slot] = (short) Math.round(reading.percent() * FINENESS);
                day.levels[slot] = (byte) reading.level().ordinal();
            }
        });
    }

    /** Empties the slots that begin; all of them after a day, or when the clock was set back. */
    private void moveTo(long slot) {
        long passed = newest == Long.MIN_VALUE || slot < newest ? SLOTS : Math.min(SLOTS, slot - newest);
        for (long begun = slot - passed + 1; begun <= slot; begun++) {
            int index = (int) Math.floorMod(begun, (long) SLOTS);
            days.values().forEach(day -> day.percents[index] = NONE);
        }
        newest = slot;
    }

    /** The points of a node, oldest first; there are none of times without a valid reading. */
    public synchronized List<Point> of(String node) {
        Day day = days.get(node);
        List<Point> points = new ArrayList<>();
        for (long slot = newest - SLOTS + 1; day != null && slot <= newest; slot++) {
            int index = (int) Math.floorMod(slot, (long) SLOTS);
            if (day.percents[index] != NONE) {
                points.add(new Point(
                        Instant.ofEpochSecond(slot * SLOT.toSeconds()),
                        day.percents[index] / FINENESS,
                        LEVELS[day.levels[index]]));
            }
        }
        return points;
    }
}
