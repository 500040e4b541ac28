package dev.edgewise.common.signal.energy;

import org.jspecify.annotations.Nullable;

/**
 * What is known of a node's battery besides its percentage, for planners that look ahead; null where it is not known.
 *
 * @param capacityMwh energy of the full battery, in mWh, above 0
 * @param chargeMwh energy in the battery now, in mWh, ≥ 0
 * @param inputMilliwatt what the sun or the mains deliver now, in mW, ≥ 0
 * @param drawMilliwatt what the node takes now, in mW, ≥ 0
 */
public record BatteryFacts(
        @Nullable Double capacityMwh,
        @Nullable Double chargeMwh,
        @Nullable Double inputMilliwatt,
        @Nullable Double drawMilliwatt) {
    /** Nothing is known. */
    public static final BatteryFacts UNKNOWN = new BatteryFacts(null, null, null, null);

    public BatteryFacts {
        require(capacityMwh == null || capacityMwh > 0 && Double.isFinite(capacityMwh), "capacityMwh", capacityMwh);
        require(isAmount(chargeMwh), "chargeMwh", chargeMwh);
        require(isAmount(inputMilliwatt), "inputMilliwatt", inputMilliwatt);
        require(isAmount(drawMilliwatt), "drawMilliwatt", drawMilliwatt);
    }

    private static boolean isAmount(@Nullable Double value) {
        return value == null || value >= 0 && Double.isFinite(value);
    }

    private static void require(boolean holds, String field, @Nullable Double value) {
        if (!holds) {
            String allowed = field.startsWith("capacity") ? "above 0" : "0 or more";
            throw new IllegalArgumentException(field + " is " + value + ": it must be " + allowed);
        }
    }
}
