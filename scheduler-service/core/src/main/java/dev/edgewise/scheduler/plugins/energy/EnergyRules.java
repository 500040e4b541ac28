package dev.edgewise.scheduler.plugins.energy;

import dev.edgewise.common.energy.ChargeZoneRules;
import dev.edgewise.common.energy.FaasHouseWeights;

/**
 * The rules by which the energy of the nodes affects placement.
 *
 * @param strict whether pods of profiles that leave the choice wait rather than run on a powerless node
 * @param zones what profile {@code zones} does
 * @param faasHouse what profile {@code faashouse} does
 */
public record EnergyRules(boolean strict, ChargeZoneRules zones, FaasHouseWeights faasHouse) {
    public static final EnergyRules DEFAULT = new EnergyRules(false, ChargeZoneRules.DEFAULT, FaasHouseWeights.DEFAULT);
}
