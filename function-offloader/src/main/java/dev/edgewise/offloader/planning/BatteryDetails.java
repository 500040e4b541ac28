package dev.edgewise.offloader.planning;

import org.jspecify.annotations.Nullable;

/**
 * The details of a node's battery beyond its percentage.
 *
 * @param capacityMwh what the battery can hold, in mWh
 * @param chargeMwh what it holds now, in mWh
 * @param failedBelowMwh the charge below which the node stops, in mWh
 * @param bootMwh the charge at which it starts again, in mWh
 * @param recentInputMw mean of what came in lately, in mW
 * @param meanInputMw mean of what came in while it was observed, in mW
 * @param idleMw what the node draws without functions, in mW
 * @param coreMw what a busy core draws in addition, in mW
 * @param observedSeconds how long it has been observed
 * @param upSeconds how much of that time it was running
 * @param busyCores cores that what it drew lately accounts for; null if its draw is not known
 */
public record BatteryDetails(
        double capacityMwh,
        double chargeMwh,
        double failedBelowMwh,
        double bootMwh,
        double recentInputMw,
        double meanInputMw,
        double idleMw,
        double coreMw,
        double observedSeconds,
        double upSeconds,
        @Nullable Double busyCores) {
    /**
     * Stands in for a node that reports a percentage only: a small board that holds its charge while it hosts nothing.
     */
    static BatteryDetails ofPercent(double percent) {
        return new BatteryDetails(1_250, 12.5 * percent, 10, 125, 2_140, 2_140, 2_140, 800, 0, 0, null);
    }
}
