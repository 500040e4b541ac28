package dev.edgewise.common.signal.energy;

import dev.edgewise.common.Require;
import dev.edgewise.common.signal.ObservationMetadata;

/**
 * Energy of a node.
 *
 * @param level follows the percentage, but not each of its movements: thresholds, hysteresis and dwell time are between
 *     them
 * @param percent state of charge, 0..100 %
 * @param observed when, by which source, and for how long it is valid
 * @param battery what else is known of the battery
 */
public record EnergyReading(EnergyLevel level, double percent, ObservationMetadata observed, BatteryFacts battery) {
    public EnergyReading {
        Require.that(percent >= 0 && percent <= 100, "percent", percent, "in 0..100 %");
    }

    /** A reading of which nothing but the percentage is known. */
    public EnergyReading(EnergyLevel level, double percent, ObservationMetadata observed) {
        this(level, percent, observed, BatteryFacts.UNKNOWN);
    }
}
