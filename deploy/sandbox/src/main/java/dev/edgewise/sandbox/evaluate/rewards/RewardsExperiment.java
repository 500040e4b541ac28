package dev.edgewise.sandbox.evaluate.rewards;

import dev.edgewise.sandbox.evaluate.OptionValueParser;
import dev.edgewise.sandbox.evaluate.Report;
import dev.edgewise.sandbox.evaluate.SeedOptions;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Number of failures that learning avoids, its cost, and the time until a healed node is used again. */
@Command(
        name = "rewards",
        sortOptions = false,
        description =
                "Runs reward-monitor's own core on a cluster of which a tenth is bad at any time, against a scheduler that does not learn. "
                        + "A reduction is the lower end of its 95 %% interval over runs that share their seeds, in percent. The defaults "
                        + "of reward-monitor were chosen with seeds 1001 to 1005.")
public final class RewardsExperiment implements Callable<Integer> {
    private static final double Z = 1.96;

    @Option(
            names = "--nodes",
            paramLabel = "N",
            defaultValue = "50",
            description = "Of the cluster (10 to 1000; default ${DEFAULT-VALUE}).")
    private String nodes = "50";

    @Mixin
    private SeedOptions seeds = new SeedOptions();

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    private boolean help;

    @Spec
    private @Nullable CommandSpec spec;

    /** Both runs of a seed. */
    private record Pair(RewardsRunResult learning, RewardsRunResult without) {
        /** Reduction in percent. */
        double reduction() {
            return 100 * (1 - (double) learning.failures() / without.failures());
        }

        double throughput() {
            return (double) learning.completed() / without.completed();
        }
    }

    @Override
    public Integer call() {
        CommandSpec known = Objects.requireNonNull(spec, "set by picocli");
        int size = OptionValueParser.whole(known, "--nodes", nodes, 10, 1_000);
        int runs = seeds.count(known);
        List<Pair> pairs = new ArrayList<>();
        PrintWriter err = known.commandLine().getErr();
        seeds.each(known).forEach(seed -> {
            Pair pair = new Pair(
                    new RewardSimulation(size, seed, true).run(), new RewardSimulation(size, seed, false).run());
            pairs.add(pair);
            err.printf(
                    "seed %d: %d failures instead of %d, %d Jobs instead of %d%n",
                    seed,
                    pair.learning().failures(),
                    pair.without().failures(),
                    pair.learning().completed(),
                    pair.without().completed());
            err.flush();
        });
        known.commandLine().getOut().println(report(size, runs, pairs).toJson());
        known.commandLine().getOut().flush();
        return 0;
    }

    private static Report report(int size, int runs, List<Pair> pairs) {
        double reduction = low(pairs.stream().mapToDouble(Pair::reduction).toArray());
        double throughput =
                pairs.stream().mapToDouble(Pair::throughput).average().orElse(Double.NaN);
        int[] back = pairs.stream()
                .flatMap(pair -> pair.learning().healedBack().stream())
                .mapToInt(Integer::intValue)
                .sorted()
                .toArray();
        double late = back.length == 0 ? Double.NaN : back[Math.min(back.length - 1, (int) (0.95 * back.length))];
        int closed = pairs.stream()
                .mapToInt(pair -> pair.learning().brokenClosed())
                .max()
                .orElse(0);
        return new Report("rewards")
                .figure("nodes", size)
                .figure("seeds", runs)
                .figure("failures_reduction_low", reduction)
                .figure("throughput_ratio", throughput)
                .figure("healed_back_s_p95", late)
                .figure("healed_back", back.length)
                .figure("broken_closed_most", closed)
                .bar("failures_reduction_low", 90, reduction)
                .bar("throughput_ratio", 1, throughput)
                .bar("healed_back_s_p95_below_600", 0, 600 - late);
    }

    /** Lower end of the 95 % interval of the mean. */
    private static double low(double[] values) {
        double mean = Arrays.stream(values).average().orElse(Double.NaN);
        double variance = Arrays.stream(values)
                        .map(value -> (value - mean) * (value - mean))
                        .sum()
                / (values.length - 1);
        return mean - Z * Math.sqrt(variance / values.length);
    }
}
