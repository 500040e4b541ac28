package dev.edgewise.sandbox.evaluate.energy;

import dev.edgewise.common.energy.FaasHouseWeights;
import dev.edgewise.offloader.planning.ChargeZonesPlanner;
import dev.edgewise.offloader.planning.EdgewisePlanner;
import dev.edgewise.offloader.planning.EdgewisePlannerSettings;
import dev.edgewise.offloader.planning.FaasHousePlanner;
import dev.edgewise.offloader.planning.PlannedFunction;
import dev.edgewise.offloader.planning.Planner;
import java.util.Locale;
import java.util.Random;

/** Strategies that decide where functions run. */
enum PlacementStrategy {
    /** No load: the bound of every node's availability. */
    NO_LOAD,
    /** The default scheduler, which places once. */
    STATIC,
    /** The default scheduler, where boards really power off and pods are evicted. */
    EVICTING,
    /** Every function on its owner. */
    LOCAL,
    /** Every function on a random node with capacity, drawn again each round. */
    RANDOM,
    ZONES,
    FAASHOUSE,
    EDGEWISE;

    String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    EnergyRunResult run(EnergyExperimentScenario scenario, long seed) {
        return new Simulation(scenario, seed).run(placement(scenario, seed));
    }

    private Simulation.Placement placement(EnergyExperimentScenario scenario, long seed) {
        return switch (this) {
            case NO_LOAD -> Simulation.Placement.NOTHING;
            case STATIC -> new KubernetesPlacement(false, seed);
            case EVICTING -> new KubernetesPlacement(true, seed);
            case LOCAL -> new PlannedPlacement(local());
            case RANDOM -> new PlannedPlacement(random(seed));
            case ZONES -> new PlannedPlacement(new ChargeZonesPlanner(scenario.zones()));
            case FAASHOUSE -> new PlannedPlacement(new FaasHousePlanner(FaasHouseWeights.DEFAULT));
            case EDGEWISE -> new PlannedPlacement(new EdgewisePlanner(EdgewisePlannerSettings.DEFAULT));
        };
    }

    private static Planner local() {
        return view ->
                view.functions().stream().mapToInt(PlannedFunction::owner).toArray();
    }

    private static Planner random(long seed) {
        Random random = new Random(seed * 17 + 3);
        return view -> {
            long[] left = view.nodes().stream().mapToLong(node -> node.room()).toArray();
            return view.functions().stream()
                    .mapToInt(function -> anyWithRoom(random, left, function))
                    .toArray();
        };
    }

    private static int anyWithRoom(Random random, long[] left, PlannedFunction function) {
        int[] nodes = java.util.stream.IntStream.range(0, left.length)
                .filter(node -> left[node] >= function.millis())
                .toArray();
        int node = nodes.length == 0 ? function.owner() : nodes[random.nextInt(nodes.length)];
        left[node] -= function.millis();
        return node;
    }
}
