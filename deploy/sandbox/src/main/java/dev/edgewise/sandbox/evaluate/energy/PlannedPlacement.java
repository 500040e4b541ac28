package dev.edgewise.sandbox.evaluate.energy;

import dev.edgewise.offloader.planning.BatteryDetails;
import dev.edgewise.offloader.planning.PlanNode;
import dev.edgewise.offloader.planning.PlannedFunction;
import dev.edgewise.offloader.planning.Planner;
import dev.edgewise.offloader.planning.PlanningView;
import java.util.ArrayList;
import java.util.List;

/** Asks a planner every five minutes, and moves the functions whose host changes with all their replicas. */
final class PlannedPlacement implements Simulation.Placement {
    /** Expected share of its request that a function uses: planners do not know its calls. */
    private static final double EXPECTED_SHARE = 0.75;

    private final Planner planner;

    PlannedPlacement(Planner planner) {
        this.planner = planner;
    }

    @Override
    public void place(Simulation simulation, int second) {
        if (second % EnergyExperimentScenario.ROUND_SECONDS != 0) {
            return;
        }
        PlanningView view = view(simulation, second);
        int[] hosts = planner.plan(view);
        for (int function = 0; function < hosts.length; function++) {
            if (hosts[function] != view.functions().get(function).host()) {
                apply(simulation, function, simulation.nodes().get(hosts[function]), second == 0);
            }
        }
    }

    private static void apply(Simulation simulation, int function, SimulatedNode host, boolean first) {
        for (FunctionReplica replica : simulation.functions().get(function)) {
            if (first) {
                simulation.put(replica, host);
            } else {
                simulation.move(replica, host);
            }
        }
        if (!first) {
            simulation.countMove();
        }
    }

    private PlanningView view(Simulation simulation, int second) {
        List<PlanNode> nodes = simulation.nodes().stream()
                .map(node -> node(simulation, node, second))
                .toList();
        List<PlannedFunction> functions = new ArrayList<>();
        for (List<FunctionReplica> replicas : simulation.functions()) {
            SimulatedFunctionSettings load = replicas.get(0).load();
            SimulatedNode host = replicas.get(0).host();
            functions.add(new PlannedFunction(
                    "default",
                    "function-" + functions.size(),
                    load.owner(),
                    host == null ? -1 : host.index(),
                    (long) load.replicas() * load.limitMillis(),
                    EXPECTED_SHARE * load.replicas() * load.requestMillis() / 1e3));
        }
        return new PlanningView(nodes, functions);
    }

    private static PlanNode node(Simulation simulation, SimulatedNode node, int second) {
        EnergyExperimentScenario scenario = simulation.scenario();
        PlanNode.Power power =
                switch (node.battery().state()) {
                    case RUNNING -> PlanNode.Power.RUNNING;
                    case PENDING -> PlanNode.Power.BOOTING;
                    case FAILED -> PlanNode.Power.OFF;
                };
        BatteryDetails outlook = new BatteryDetails(
                node.battery().capacityMwh(),
                node.battery().chargeMwh(),
                scenario.battery().failedBelowMwh(),
                scenario.battery().bootMwh(),
                simulation.inputs().recentMw(node.index()),
                simulation.inputs().meanMw(node.index()),
                scenario.idleMw(),
                scenario.power().coreMilliwatt(),
                second,
                (double) node.upSteps() * scenario.stepSeconds(),
                null);
        return new PlanNode(
                scenario.nodes().get(node.index()),
                node.battery().percent(),
                EnergyExperimentScenario.ROOM_MILLIS,
                power,
                outlook);
    }
}
