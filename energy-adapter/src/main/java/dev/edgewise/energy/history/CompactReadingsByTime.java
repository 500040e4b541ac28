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
 * The last valid reading of each node in each time slot, in 3 bytes each, for a fixed number of slots. For one thread
 * at a time.
 */
final class CompactReadingsByTime {
    private static final double FINENESS = 100;
    private static final short NONE = -1;
    private static final EnergyLevel[] LEVELS = EnergyLevel.values();

    private static final class Slots {
        final short[] percents;
        final byte[] levels;

        Slots(int count) {
            percents = new short[count];
            levels = new byte[count];
            Arrays.fill(percents, NONE);
        }
    }

    private final long slotMillis;
    private final int count;
    private final Map<String, Slots> byNode = new HashMap<>();
    private long newest = Long.MIN_VALUE;
    private Map<String, EnergyReading> last = Map.of();

    CompactReadingsByTime(Duration slot, int count) {
        this.slotMillis = slot.toMillis();
        this.count = count;
    }

    /**
     * Records the readings in the slot of a moment.
     *
     * @param readings unmodifiable; the same object again if nothing changed
     * @param nodes accepts the nodes that exist; the others are forgotten when the next slot begins
     */
    void record(Map<String, EnergyReading> readings, Predicate<String> nodes, Instant now) {
        long current = Math.floorDiv(now.toEpochMilli(), slotMillis);
        if (current == newest && readings == last) {
            return;
        }
        last = readings;
        if (current != newest) {
            byNode.keySet().removeIf(nodes.negate());
            moveTo(current);
        }
        int index = index(newest);
        readings.forEach((node, reading) -> {
            if (!reading.observed().staleAt(now)) {
                Slots slots = byNode.computeIfAbsent(node, name -> new Slots(count));
                slots.percents[index] = (short) Math.round(reading.percent() * FINENESS);
                slots.levels[index] = (byte) reading.level().ordinal();
            }
        });
    }

    /**
     * Empties the slots that begin; all of them when more than {@code count} have passed, or when the clock was set
     * back.
     */
    private void moveTo(long slot) {
        long passed = newest == Long.MIN_VALUE || slot < newest ? count : Math.min(count, slot - newest);
        for (long begun = slot - passed + 1; begun <= slot; begun++) {
            int index = index(begun);
            byNode.values().forEach(slots -> slots.percents[index] = NONE);
        }
        newest = slot;
    }

    /** Returns the points of a node, oldest first, without slots that had no valid reading. */
    List<EnergyHistory.Point> of(String node) {
        Slots slots = byNode.get(node);
        List<EnergyHistory.Point> points = new ArrayList<>();
        for (long slot = newest - count + 1; slots != null && slot <= newest; slot++) {
            int index = index(slot);
            if (slots.percents[index] != NONE) {
                points.add(new EnergyHistory.Point(
                        Instant.ofEpochMilli(slot * slotMillis),
                        slots.percents[index] / FINENESS,
                        LEVELS[slots.levels[index]]));
            }
        }
        return points;
    }

    private int index(long slot) {
        return (int) Math.floorMod(slot, (long) count);
    }
}
