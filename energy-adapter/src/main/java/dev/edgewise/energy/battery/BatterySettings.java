package dev.edgewise.energy.battery;

import dev.edgewise.common.Require;

/**
 * A kind of battery, and when its node runs.
 *
 * @param capacityMwh energy when full, in mWh, above 0
 * @param failedBelowMwh below this charge the node fails, in mWh, 0..capacity
 * @param bootMwh a node that failed runs again from this charge on, in mWh, from {@code failedBelowMwh} to the capacity
 * @param drainedWhileFailed whether a failed node still takes what it is said to use
 */
public record BatterySettings(double capacityMwh, double failedBelowMwh, double bootMwh, boolean drainedWhileFailed) {
    /** The battery of the faasHouse experiment (IEEE TSC 2024): fails below 10 mWh, boots at 10 % of 1250 mWh. */
    public static final BatterySettings FAAS_HOUSE = new BatterySettings(1_250, 10, 125, false);

    /** The battery of the zones experiment (CCGrid 2022): dead below 10 % of 1250 mWh, and drained all the same. */
    public static final BatterySettings ZONES = new BatterySettings(1_250, 125, 125, true);

    public BatterySettings {
        Require.that(
                capacityMwh > 0 && Double.isFinite(capacityMwh), "capacityMwh", capacityMwh, "above 0, such as 1250");
        Require.that(
                failedBelowMwh >= 0 && failedBelowMwh <= capacityMwh,
                "failedBelowMwh",
                failedBelowMwh,
                "from 0 to the capacity, " + capacityMwh);
        Require.that(
                bootMwh >= failedBelowMwh && bootMwh <= capacityMwh,
                "bootMwh",
                bootMwh,
                "from failedBelowMwh, " + failedBelowMwh + ", to the capacity, " + capacityMwh);
    }
}
