package dev.edgewise.benchmarks.decision;

import dev.edgewise.benchmarks.report.BenchmarkCommand;
import dev.edgewise.benchmarks.report.Report;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.openjdk.jmh.runner.RunnerException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Benchmark of the time of one decision with all standard filters and delay. */
@Command(name = "decision", description = "One decision, by nodes and by kind of pod (JMH).")
public final class DecisionBenchmark extends BenchmarkCommand {
    private static final double LONGEST_MICROS = 1000;
    private static final double LARGEST_GROWTH = 2;
    private static final int SMALL = 500;
    private static final int LARGE = 5000;

    @Option(
            names = "--nodes",
            split = ",",
            description = "Sizes of the cluster; the bars need 500 and 5000.",
            defaultValue = "100,500,1000,5000")
    private List<Integer> nodes = List.of();

    @Option(names = "--seconds", description = "How long each is measured; half of it warms up.", defaultValue = "10")
    private int seconds;

    @Option(
            names = "--kinds",
            negatable = true,
            fallbackValue = "true",
            description = "Also each kind of pod for itself, at the smallest and largest of 500 and 5000 asked for.",
            defaultValue = "true")
    private boolean kinds;

    @Override
    protected Report measure() throws RunnerException {
        Report report = new Report("decision");
        DecisionRunner runner = new DecisionRunner(seconds, progress);
        List<DecisionTimes> mixed = new ArrayList<>();
        for (int size : nodes) {
            DecisionTimes times = runner.run(size, DecisionMeasurement.MIX);
            report.figure("p50_us_" + size, times.p50())
                    .figure("p99_us_" + size, times.p99())
                    .figure("mean_us_" + size, times.mean());
            mixed.add(times);
        }
        bars(report, mixed);
        if (kinds) {
            kinds(report, runner);
        }
        return report;
    }

    private static void bars(Report report, List<DecisionTimes> times) {
        DecisionTimes small = find(times, SMALL);
        DecisionTimes large = find(times, LARGE);
        report.bar("p99_us_5000", LONGEST_MICROS, large.p99())
                .bar("p99_growth_500_to_5000", LARGEST_GROWTH, large.p99() / small.p99())
                .bar("mean_growth_500_to_5000", LARGEST_GROWTH, large.mean() / small.mean());
    }

    /** Times at this number of nodes; not a number if it was not measured, and so never within a target. */
    private static DecisionTimes find(List<DecisionTimes> times, int nodes) {
        return times.stream()
                .filter(candidate -> candidate.nodes() == nodes)
                .findFirst()
                .orElse(DecisionTimes.unknown(nodes));
    }

    private void kinds(Report report, DecisionRunner runner) throws RunnerException {
        for (PodKind kind : PodKind.values()) {
            for (int size : nodes) {
                if (size == SMALL || size == LARGE) {
                    DecisionTimes times = runner.run(size, kind.name());
                    String suffix = String.format(Locale.ROOT, "_us_%d_%s", size, kind.label());
                    report.figure("p99" + suffix, times.p99()).figure("mean" + suffix, times.mean());
                }
            }
        }
    }
}
