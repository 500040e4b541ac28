package dev.edgewise.scheduler.signals.energy;

import dev.edgewise.common.Names;
import dev.edgewise.common.signal.energy.EnergyLevel;
import dev.edgewise.common.signal.energy.EnergyReading;
import dev.edgewise.scheduler.model.Node;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The energy of one node. The label {@value Names#ENERGY_LABEL} stands in where there never was a reading; where the
 * last one is stale it does not, as the same source wrote it.
 *
 * @param level to be relied on; null if it is unknown
 * @param reading the last one, stale or not; null if there never was one
 */
public record NodeEnergy(@Nullable EnergyLevel level, @Nullable EnergyReading reading) {
    static final NodeEnergy UNKNOWN = new NodeEnergy(null, null);
    /** Middle of the scale, in percent. */
    private static final double HALF = 50;

    /** Returns the energy by the reading, else by the label, at that moment. */
    public static NodeEnergy of(Node node, @Nullable EnergyReading reading, Instant now) {
        if (reading != null) {
            return new NodeEnergy(reading.observed().staleAt(now) ? null : reading.level(), reading);
        }
        String label = node.labels().get(Names.ENERGY_LABEL);
        EnergyLevel level = label == null ? null : levelOf(label);
        return level == null ? UNKNOWN : new NodeEnergy(level, null);
    }

    /**
     * Returns the level of the label; null if the value is none, as a client that may label nodes must not stop
     * decisions.
     */
    private static @Nullable EnergyLevel levelOf(String label) {
        for (EnergyLevel level : EnergyLevel.values()) {
            if (level.label().equals(label)) {
                return level;
            }
        }
        return null;
    }

    public boolean isPowerless() {
        return level == EnergyLevel.POWERLESS;
    }

    /** Returns whether there is a reading that is not valid any more. */
    public boolean isStale() {
        return reading != null && level == null;
    }

    /** The valid reading; null if there is none. */
    public @Nullable EnergyReading valid() {
        return level == null ? null : reading;
    }

    /**
     * Returns a value from 0, powerless at 0 %, to 1, well powered at 100 %: three tenths for each level, and one tenth
     * for the percentage, so that it orders within a level only. An unknown level is worth the middle, as is the
     * percentage of a label.
     */
    public double value() {
        if (level == null) {
            return HALF / 100;
        }
        double percent = reading == null ? HALF : reading.percent();
        return (3 * level.ordinal() + percent / 100) / 10;
    }

    /**
     * The place among the {@link NodeEnergyByPosition#ranks}, 0 for the best level; unknown between vulnerable and
     * low-powered.
     */
    int rank() {
        if (level == null) {
            return 2;
        }
        return switch (level) {
            case WELL_POWERED -> 0;
            case VULNERABLE -> 1;
            case LOW_POWERED -> 3;
            case POWERLESS -> NodeEnergyByPosition.POWERLESS_RANK;
        };
    }
}
