package dev.edgewise.sandbox.run;

import dev.edgewise.sandbox.topology.DelayMatrix;
import dev.edgewise.sandbox.topology.SimulatedNode;
import dev.edgewise.sandbox.topology.Topology;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Course of the energy of nodes over time.
 *
 * @param adapter settings of energy-adapter
 * @param offloader settings of function-offloader
 * @param cpu what each function requests instead of what its manifest says, so that it takes several nodes to run them
 *     all
 * @param solar whether batteries live on the sun, in a file that the settings name {@value #SOLAR}
 * @param departures counts how soon functions leave powerless nodes; null where nodes become powerless in rounds
 * @param minutes how long it lasts
 */
record EnergyScenarioSettings(
        Topology topology,
        List<String> adapter,
        List<String> offloader,
        String cpu,
        boolean solar,
        @Nullable PowerlessNodeDepartureTimes departures,
        int minutes) {
    /** Stands for the file with the sun of each node. */
    static final String SOLAR = "SOLAR";

    private static final int LEVELS_MINUTES = 20;
    private static final int LEVELS_EVERY_SECONDS = 20;
    /** Three hours, at sixty times the speed. */
    private static final int SUN_MINUTES = 3;
    /** Each function requests one. */
    private static final int SUN_CORES = 4;
    /** Two readings and a round, 4 s, then one of six functions each 5 s. */
    private static final Duration SUN_LEAVE_WITHIN = Duration.ofSeconds(30);

    /** The day of the faasHouse experiment: batteries of 1.25 Wh, and each node has another hour of the day. */
    static EnergyScenarioSettings sun(Settings settings) {
        return new EnergyScenarioSettings(
                nodes(10, SUN_CORES),
                List.of(
                        "--edgewise.energy-adapter.sources[0].type=model",
                        "--edgewise.energy-adapter.model.solar=" + SOLAR,
                        "--edgewise.energy-adapter.model.scale=60",
                        "--edgewise.energy-adapter.model.start-percent=60",
                        "--edgewise.energy-adapter.refresh.every=1s",
                        "--edgewise.energy-adapter.levels.dwell=1s"),
                List.of(
                        "--edgewise.function-offloader.interval=2s",
                        "--edgewise.function-offloader.safety.min-age=2s",
                        "--edgewise.function-offloader.safety.bad-readings=2",
                        "--edgewise.function-offloader.safety.good-readings=2",
                        "--edgewise.function-offloader.safety.cool-down=30s",
                        "--edgewise.function-offloader.safety.workload-window=5s"),
                "1",
                true,
                new PowerlessNodeDepartureTimes(SUN_LEAVE_WITHIN, SUN_CORES),
                orOwn(settings.minutes(), SUN_MINUTES));
    }

    /** The walk-through of the energy-aware prototype: four nodes whose levels change places, every 20 s there. */
    static EnergyScenarioSettings levels(Settings settings) {
        int every = orOwn(settings.every(), LEVELS_EVERY_SECONDS);
        return new EnergyScenarioSettings(
                nodes(4, 1),
                List.of(
                        "--edgewise.energy-adapter.sources[0].type=switch",
                        "--edgewise.energy-adapter.switch.every=" + every + "s",
                        "--edgewise.energy-adapter.refresh.every=500ms",
                        "--edgewise.energy-adapter.levels.dwell=0s"),
                List.of(
                        "--edgewise.function-offloader.interval=500ms",
                        "--edgewise.function-offloader.policy=greedy",
                        // A pod that moved in one round may move again in the next.
                        "--edgewise.function-offloader.safety.min-age=" + (every - 2) + "s",
                        "--edgewise.function-offloader.safety.bad-readings=1",
                        "--edgewise.function-offloader.safety.good-readings=1",
                        "--edgewise.function-offloader.safety.cool-down=0s",
                        "--edgewise.function-offloader.safety.workload-window=100ms",
                        "--edgewise.function-offloader.safety.from-node=100",
                        "--edgewise.function-offloader.safety.total=100"),
                "400m",
                false,
                null,
                orOwn(settings.minutes(), LEVELS_MINUTES));
    }

    private static int orOwn(@Nullable Integer wanted, int own) {
        return wanted == null ? own : wanted;
    }

    private static Topology nodes(int count, int cores) {
        List<SimulatedNode> nodes = IntStream.rangeClosed(1, count)
                .mapToObj(i -> new SimulatedNode("edge-" + i, "site", "region", false, cores, 2 * cores))
                .toList();
        List<String> names = nodes.stream().map(SimulatedNode::name).toList();
        return new Topology(nodes, new DelayMatrix(names, new double[count][count]));
    }
}
