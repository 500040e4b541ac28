package dev.edgewise.offloader.policies;

import dev.edgewise.common.energy.ChargeZoneRules;
import dev.edgewise.common.energy.FaasHouseWeights;
import dev.edgewise.common.signal.energy.EnergyLevel;
import dev.edgewise.offloader.planning.ChargeZonesPlanner;
import dev.edgewise.offloader.planning.EdgewisePlanner;
import dev.edgewise.offloader.planning.EdgewisePlannerSettings;
import dev.edgewise.offloader.planning.FaasHousePlanner;
import dev.edgewise.offloader.planning.Planner;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The way to choose the target node of a function. */
public enum Policy {
    /** Off low-powered and powerless nodes, to wherever the scheduler places them now. Has no planner. */
    GREEDY(null, EnergyLevel.VULNERABLE),
    ZONES(new ChargeZonesPlanner(ChargeZoneRules.DEFAULT), null),
    FAASHOUSE(new FaasHousePlanner(FaasHouseWeights.DEFAULT), null),
    /** The policy of forecasts, which also leaves powerless nodes, whatever forecasts say. */
    EDGEWISE(new EdgewisePlanner(EdgewisePlannerSettings.DEFAULT), EnergyLevel.LOW_POWERED);

    private final @Nullable Planner planner;
    private final @Nullable EnergyLevel leastLevel;

    Policy(@Nullable Planner planner, @Nullable EnergyLevel leastLevel) {
        this.planner = planner;
        this.leastLevel = leastLevel;
    }

    /** The planner that says which node each function should be on; empty if the scheduler does. */
    public Optional<Planner> planner() {
        return Optional.ofNullable(planner);
    }

    /** Functions leave nodes below this level, for where the scheduler places them; empty if levels decide nothing. */
    public Optional<EnergyLevel> leastLevel() {
        return Optional.ofNullable(leastLevel);
    }

    /** The name as users write it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The policy of that name; empty if there is none. */
    public static Optional<Policy> find(String name) {
        return Arrays.stream(values())
                .filter(policy -> policy.toString().equals(name))
                .findFirst();
    }

    /** {@code one of greedy, zones, faashouse, edgewise}. */
    public static String allowed() {
        return Arrays.stream(values()).map(Policy::toString).collect(Collectors.joining(", ", "one of ", ""));
    }
}
