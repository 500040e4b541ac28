package dev.edgewise.common.signal.energy;

import dev.edgewise.common.Require;
import org.jspecify.annotations.Nullable;

/**
 * Facts about a node's battery besides its percentage, for planners that look ahead; null if unknown.
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
    /** Facts of a node of which nothing is known. */
    public static final BatteryFacts UNKNOWN = new BatteryFacts(null, null, null, null);

    public BatteryFacts {
        if (capacityMwh != null) {
            Require.that(capacityMwh > 0 && Double.isFinite(capacityMwh), "capacityMwh", capacityMwh, "above 0");
        }
        requireAmount("chargeMwh", chargeMwh);
        requireAmount("inputMilliwatt", inputMilliwatt);
        requireAmount("drawMilliwatt", drawMilliwatt);
    }

    private static void requireAmount(String field, @Nullable Double value) {
        if (value != null) {
            Require.that(value >= 0 && Double.isFinite(value), field, value, "0 or more");
        }
    }
}
