package dev.edgewise.sandbox.evaluate.slots;

import dev.edgewise.sandbox.evaluate.ConfidenceIntervals;
import dev.edgewise.sandbox.evaluate.OptionValueParser;
import dev.edgewise.sandbox.evaluate.Report;
import dev.edgewise.sandbox.evaluate.SeedOptions;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Samples until the example of an external scheduler has found the least disturbing pairs, and its makespan against
 * FIFO's.
 */
@Command(
        name = "slots",
        sortOptions = false,
        description =
                "Runs the learner and the choice of deploy/examples/slots/external-scheduler on the run times that the prototype's thesis "
                        + "measured for jobs beside each other, with noise. A gain is in percent; regret_low is the lower end of its 95 %% "
                        + "interval over the seeds.")
public final class SlotsExperiment implements Callable<Integer> {
    /** Nodes of the thesis' testbed to schedule on, and a smaller testbed. */
    private static final int NODES = 3;

    private static final int FEW_NODES = 2;

    @Mixin
    private SeedOptions seeds = new SeedOptions();

    @Option(
            names = "--noise",
            paramLabel = "PERCENT",
            defaultValue = "10",
            description = "Standard deviation of a run time, of its mean (1 to 50; default ${DEFAULT-VALUE}).")
    private String noise = "10";

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "60",
            description = "Schedulings of a batch (1 to 10000; default ${DEFAULT-VALUE}).")
    private String rounds = "60";

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    private boolean help;

    @Spec
    private @Nullable CommandSpec spec;

    /** Results of one seed. */
    private record Run(
            PairSearchSampleCounter.Found example,
            PairSearchSampleCounter.Found oracle,
            Makespans.Outcome batch,
            Makespans.Outcome few) {
        static Run of(long seed, double variation, int rounds) {
            RunTimeNoise noise = new RunTimeNoise(seed, variation);
            PairSearchSampleCounter counts = new PairSearchSampleCounter(TrueRunTimes.THESIS, noise);
            return new Run(
                    counts.ofExample(),
                    counts.ofOracle(),
                    new Makespans(TrueRunTimes.THESIS, noise, NODES, rounds).run(),
                    new Makespans(TrueRunTimes.THESIS, noise, FEW_NODES, rounds).run());
        }
    }

    @Override
    public Integer call() {
        CommandSpec known = Objects.requireNonNull(spec, "set by picocli");
        int percent = OptionValueParser.whole(known, "--noise", noise, 1, 50);
        int batch = OptionValueParser.whole(known, "--rounds", rounds, 1, 10_000);
        PrintWriter err = known.commandLine().getErr();
        List<Run> runs = new ArrayList<>();
        seeds.each(known).forEach(seed -> {
            Run run = Run.of(seed, percent / 100.0, batch);
            runs.add(run);
            err.printf(
                    "seed %d: %d samples, an oracle %d; makespan %.1f %% below FIFO's, with the truth known %.1f %%%n",
                    seed,
                    run.example().samples(),
                    run.oracle().samples(),
                    run.batch().gain(),
                    run.batch().gainOfKnowing());
            err.flush();
        });
        known.commandLine().getOut().println(report(percent, batch, runs).toJson());
        known.commandLine().getOut().flush();
        return 0;
    }

    private static Report report(int percent, int rounds, List<Run> runs) {
        double samples = mean(runs, run -> run.example().samples());
        double oracle = mean(runs, run -> run.oracle().samples());
        double low = low(runs, run -> run.batch().gain());
        return new Report("slots")
                .figure("seeds", runs.size())
                .figure("noise_percent", percent)
                .figure("rounds", rounds)
                .figure("samples", samples)
                .figure(
                        "samples_most",
                        runs.stream()
                                .mapToInt(run -> run.example().samples())
                                .max()
                                .orElse(0))
                .figure("oracle_samples", oracle)
                .figure("samples_ratio", samples / oracle)
                .figure("right_percent", mean(runs, run -> run.example().right() ? 100 : 0))
                .figure("gain", mean(runs, run -> run.batch().gain()))
                .figure("gain_of_knowing", mean(runs, run -> run.batch().gainOfKnowing()))
                .figure("regret_low", low)
                .figure("two_nodes.gain", mean(runs, run -> run.few().gain()))
                .figure("two_nodes.gain_of_knowing", mean(runs, run -> run.few().gainOfKnowing()))
                .figure("two_nodes.regret_low", low(runs, run -> run.few().gain()))
                .atMost("samples_ratio", 2, samples / oracle)
                .above("regret_low", 0, low);
    }

    private static double mean(List<Run> runs, ToDoubleFunction<Run> figure) {
        return runs.stream().mapToDouble(figure).average().orElse(Double.NaN);
    }

    private static double low(List<Run> runs, ToDoubleFunction<Run> figure) {
        return ConfidenceIntervals.low(runs.stream().mapToDouble(figure).toArray());
    }
}
