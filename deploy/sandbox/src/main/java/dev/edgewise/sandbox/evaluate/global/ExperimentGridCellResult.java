package dev.edgewise.sandbox.evaluate.global;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * The results of all seeds in one cell, in ms.
 *
 * @param ours means of the global scheduler's policy response time
 * @param oursP95 95th percentiles of the same
 * @param lowLatency means of its policy low latency
 */
record ExperimentGridCellResult(
        ExperimentGridCell cell,
        double[] ours,
        double[] oursP95,
        double[] lowLatency,
        double[] spread,
        double[] spreadP95,
        double[] random,
        double[] cloud,
        double[] nearest,
        double[] oracle) {
    private record Run(
            double ours,
            double oursP95,
            double lowLatency,
            double spread,
            double spreadP95,
            double random,
            double cloud,
            double nearest,
            double oracle) {}

    /**
     * Runs a cell.
     *
     * @param topology makes the topology of a seed
     * @param error largest error of a measured delay, as a share of it
     */
    static ExperimentGridCellResult of(
            ExperimentGridCell cell, Function<Random, Topology> topology, double error, int[] seeds) {
        List<Run> runs = Arrays.stream(seeds)
                .mapToObj(seed -> run(cell, topology, error, seed))
                .toList();
        return new ExperimentGridCellResult(
                cell,
                all(runs, Run::ours),
                all(runs, Run::oursP95),
                all(runs, Run::lowLatency),
                all(runs, Run::spread),
                all(runs, Run::spreadP95),
                all(runs, Run::random),
                all(runs, Run::cloud),
                all(runs, Run::nearest),
                all(runs, Run::oracle));
    }

    private static Run run(ExperimentGridCell cell, Function<Random, Topology> topology, double error, int seed) {
        Random random = new Random(seed * 1_000_003L);
        SimulatedPipelineEnvironment world = new SimulatedPipelineEnvironment(topology.apply(random), cell, random);
        while (!BaselinePlacements.isPossible(world)) {
            world = new SimulatedPipelineEnvironment(world.topology(), cell, random);
        }
        SchedulerPlacement services = new SchedulerPlacement(world, error, new Random(seed));
        int[] lowLatency = services.lowLatency();
        int[] spread = services.spread();
        int[] ours = new ResponseTimePlacement(world, error, new Random(seed)).place();
        return new Run(
                world.mean(ours),
                world.p95(ours),
                world.mean(lowLatency),
                world.mean(spread),
                world.p95(spread),
                world.mean(BaselinePlacements.random(world, new Random(seed))),
                world.mean(BaselinePlacements.inCloud(world, new Random(seed))),
                world.mean(BaselinePlacements.nearest(world)),
                world.mean(BaselinePlacements.best(world)));
    }

    private static double[] all(List<Run> runs, ToDoubleFunction<Run> figure) {
        return runs.stream().mapToDouble(figure).toArray();
    }

    /** Returns the gain over kube-scheduler's spreading. */
    PairedBootstrap gain() {
        return PairedBootstrap.of(ours, spread);
    }

    /** Returns the share of the gain that the best of all placements has over spreading. */
    double shareOfOracle() {
        double spreading = Arrays.stream(spread).sum();
        return (spreading - Arrays.stream(ours).sum())
                / (spreading - Arrays.stream(oracle).sum());
    }
}
