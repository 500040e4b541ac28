package dev.edgewise.common.signal.energy;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Levels of a node's power, from the worst to the best, so that they compare by {@link #compareTo}. */
public enum EnergyLevel {
    POWERLESS,
    LOW_POWERED,
    VULNERABLE,
    WELL_POWERED;

    private static final Map<String, EnergyLevel> BY_LABEL =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(EnergyLevel::label, level -> level));

    private final String label = name().toLowerCase(Locale.ROOT).replace('_', '-');

    /** The value of the node label {@link dev.edgewise.common.Names#ENERGY_LABEL}, such as {@code low-powered}. */
    public String label() {
        return label;
    }

    /**
     * Reads the value of a label.
     *
     * @throws IllegalArgumentException if it is none; the message names the text and what is allowed
     */
    public static EnergyLevel parse(String text) {
        EnergyLevel level = BY_LABEL.get(text);
        if (level == null) {
            throw new IllegalArgumentException("level is \"" + text + "\": it must be one of "
                    + Arrays.stream(values()).map(EnergyLevel::label).collect(Collectors.joining(", ")));
        }
        return level;
    }

    /** The form that {@link #parse} reads. */
    @Override
    public String toString() {
        return label;
    }
}
