package dev.edgewise.scheduler.testing;

import dev.edgewise.common.signal.ObservationMetadata;
import dev.edgewise.common.signal.energy.EnergyLevel;
import dev.edgewise.common.signal.energy.EnergyReading;
import dev.edgewise.common.testing.TestClock;
import java.time.Duration;
import java.time.Instant;

/** Readings of source {@code battery}, valid for two minutes; levels begin at 75, 40 and 15 %. */
public final class TestEnergy {
    private TestEnergy() {}

    /** Observed when a {@link TestClock} starts. */
    public static EnergyReading percent(double percent) {
        return percent(percent, TestClock.START);
    }

    public static EnergyReading percent(double percent, Instant at) {
        return new EnergyReading(
                level(percent), percent, new ObservationMetadata(at, "battery", Duration.ofMinutes(2)));
    }

    private static EnergyLevel level(double percent) {
        if (percent >= 75) {
            return EnergyLevel.WELL_POWERED;
        }
        if (percent >= 40) {
            return EnergyLevel.VULNERABLE;
        }
        return percent >= 15 ? EnergyLevel.LOW_POWERED : EnergyLevel.POWERLESS;
    }
}
