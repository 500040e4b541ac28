package dev.edgewise.common.signal.energy;

import dev.edgewise.common.Require;

/**
 * The bounds of the levels. A bound belongs to the higher level.
 *
 * @param wellPowered from here on a node is well powered, in %, above {@code vulnerable}, at most 100
 * @param vulnerable from here on it is vulnerable, in %, above {@code lowPowered}
 * @param lowPowered from here on it is low powered, and below it powerless, in %, above 0
 */
public record EnergyLevelThresholds(double wellPowered, double vulnerable, double lowPowered) {
    public static final int DEFAULT_WELL_POWERED = 75;
    public static final int DEFAULT_VULNERABLE = 40;
    public static final int DEFAULT_LOW_POWERED = 15;

    /** The bounds of an energy-adapter without settings of its own. */
    public static final EnergyLevelThresholds DEFAULT =
            new EnergyLevelThresholds(DEFAULT_WELL_POWERED, DEFAULT_VULNERABLE, DEFAULT_LOW_POWERED);

    private static final double FULL = 100;

    public EnergyLevelThresholds {
        Require.that(lowPowered > 0, "lowPowered", lowPowered, "above 0 %");
        Require.that(vulnerable > lowPowered, "vulnerable", vulnerable, "above lowPowered, " + lowPowered + " %");
        Require.that(
                wellPowered > vulnerable && wellPowered <= FULL,
                "wellPowered",
                wellPowered,
                "above vulnerable, " + vulnerable + ", and at most 100 %");
    }

    /** Returns the level of a percentage. */
    public EnergyLevel levelOf(double percent) {
        if (percent >= wellPowered) {
            return EnergyLevel.WELL_POWERED;
        }
        if (percent >= vulnerable) {
            return EnergyLevel.VULNERABLE;
        }
        return percent >= lowPowered ? EnergyLevel.LOW_POWERED : EnergyLevel.POWERLESS;
    }

    /** Returns the percentage in the middle of a level, for readers that know only the level. */
    public double middle(EnergyLevel level) {
        return switch (level) {
            case WELL_POWERED -> (wellPowered + FULL) / 2;
            case VULNERABLE -> (vulnerable + wellPowered) / 2;
            case LOW_POWERED -> (lowPowered + vulnerable) / 2;
            case POWERLESS -> lowPowered / 2;
        };
    }
}
