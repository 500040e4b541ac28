package dev.edgewise.energy.levels;

import dev.edgewise.common.Require;
import dev.edgewise.common.signal.energy.EnergyLevel;
import dev.edgewise.common.signal.energy.EnergyLevelThresholds;
import java.time.Duration;

/**
 * Bounds of the levels, and how reluctantly they change. A bound belongs to the higher level.
 *
 * @param wellPowered from here on a node is well powered, in %, above {@code vulnerable}
 * @param vulnerable from here on it is vulnerable, in %, above {@code lowPowered}
 * @param lowPowered from here on it is low powered, and below it powerless, in %, above 0
 * @param hysteresis a level is left when the percentage is this many points beyond its bound; all levels must stay
 *     within reach
 * @param dwell how long a level lasts at least, 0s..30d
 */
public record LevelSettings(
        double wellPowered, double vulnerable, double lowPowered, double hysteresis, Duration dwell) {
    private static final Duration LONGEST_DWELL = Duration.ofDays(30);

    public static final LevelSettings DEFAULT = new LevelSettings(
            EnergyLevelThresholds.DEFAULT_WELL_POWERED,
            EnergyLevelThresholds.DEFAULT_VULNERABLE,
            EnergyLevelThresholds.DEFAULT_LOW_POWERED,
            3,
            Duration.ofSeconds(60));

    private static final String PREFIX = "edgewise.energy-adapter.levels.";
    private static final double FULL = 100;

    public LevelSettings {
        Require.that(lowPowered > 0 && lowPowered < FULL, PREFIX + "low-powered", lowPowered, "above 0, below 100 %");
        Require.that(
                vulnerable > lowPowered && vulnerable < FULL,
                PREFIX + "vulnerable",
                vulnerable,
                "above low-powered, " + lowPowered + ", and below 100 %");
        Require.that(
                wellPowered > vulnerable && wellPowered <= FULL,
                PREFIX + "well-powered",
                wellPowered,
                "above vulnerable, " + vulnerable + ", and at most 100 %");
        Require.that(
                hysteresis >= 0 && hysteresis < lowPowered && wellPowered + hysteresis <= FULL,
                PREFIX + "hysteresis",
                hysteresis,
                "0 or more, below low-powered, " + lowPowered + ", and at most 100 - well-powered, "
                        + (FULL - wellPowered));
        Require.within(PREFIX + "dwell", dwell, Duration.ZERO, LONGEST_DWELL);
    }

    /** The level of a percentage by itself. */
    public EnergyLevel of(double percent) {
        return bounds().levelOf(percent);
    }

    /** The level after another one: the same unless the percentage is beyond its bounds by the hysteresis. */
    EnergyLevel after(EnergyLevel before, double percent) {
        EnergyLevel up = of(percent - hysteresis);
        EnergyLevel down = of(percent + hysteresis);
        return up.compareTo(before) > 0 ? up : down.compareTo(before) < 0 ? down : before;
    }

    /** A percentage in the middle of a level, for sources that only know levels. */
    public double middle(EnergyLevel level) {
        return bounds().middle(level);
    }

    private EnergyLevelThresholds bounds() {
        return new EnergyLevelThresholds(wellPowered, vulnerable, lowPowered);
    }
}
