package dev.edgewise.sandbox.evaluate.energy;

import dev.edgewise.common.energy.ChargeZoneRules;
import dev.edgewise.energy.battery.BatterySettings;
import dev.edgewise.energy.battery.PowerModel;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * One setting of the experiment.
 *
 * @param sun input of each node
 * @param stepSeconds how often batteries are updated
 * @param hostsMustRun whether calls fail while a host of the function does not run; the published 5-node experiment did
 *     not check that
 * @param timeoutSeconds after which an answer no longer counts
 * @param zones what the zones planner was set to
 */
record EnergyExperimentScenario(
        String name,
        List<String> nodes,
        Sun sun,
        BatterySettings battery,
        PowerModel power,
        int stepSeconds,
        int minutes,
        List<SimulatedFunctionSettings> functions,
        boolean hostsMustRun,
        double timeoutSeconds,
        ChargeZoneRules zones) {
    /** CPU that agent, monitor and load generator use on every node, in cores. */
    static final double SYSTEM_CORES = 0.3;

    static final int ROUND_SECONDS = 300;

    /** Capacity of a node for functions, in millicores: a tenth is kept back. */
    static final int ROOM_MILLIS = 3_600;

    /** Power input of nodes. */
    @FunctionalInterface
    interface Sun {
        /**
         * Power input of a node, in mW.
         *
         * @param second since the beginning
         */
        double inputMw(int node, double second);
    }

    double idleMw() {
        return power.milliwatt(SYSTEM_CORES);
    }

    int seconds() {
        return minutes * 60;
    }

    /** The two nodes with the least sun. */
    int[] weakest() {
        return IntStream.range(0, nodes.size())
                .boxed()
                .sorted(Comparator.comparingDouble(this::sumOfInput))
                .limit(2)
                .mapToInt(Integer::intValue)
                .toArray();
    }

    private double sumOfInput(int node) {
        return IntStream.range(0, seconds() / ROUND_SECONDS)
                .mapToDouble(round -> sun.inputMw(node, (double) round * ROUND_SECONDS))
                .sum();
    }
}
