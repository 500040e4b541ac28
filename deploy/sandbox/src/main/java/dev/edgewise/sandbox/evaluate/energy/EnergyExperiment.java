package dev.edgewise.sandbox.evaluate.energy;

import dev.edgewise.sandbox.evaluate.OptionValueParser;
import dev.edgewise.sandbox.evaluate.Report;
import dev.edgewise.sandbox.evaluate.SeedOptions;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Compares how available and useful nodes on solar power and batteries are under the product's planners and under
 * Kubernetes.
 */
@Command(
        name = "energy",
        sortOptions = false,
        description =
                "Runs the energy papers' experiment on function-offloader's own planners and energy-adapter's own batteries. A gain is the "
                        + "lower end of its 95 %% interval over runs that share their seeds, in percent.")
public final class EnergyExperiment implements Callable<Integer> {
    @Option(
            names = "--scenario",
            split = ",",
            paramLabel = "NAME",
            description = "10-node, 5-node, 5-node-2022, varied (default: all four).")
    private List<String> names =
            Arrays.stream(Scenarios.values()).map(Scenarios::label).toList();

    @Mixin
    private SeedOptions seeds = new SeedOptions();

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    private boolean help;

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() {
        CommandSpec known = Objects.requireNonNull(spec, "set by picocli");
        List<Scenarios> scenarios = names.stream()
                .map(name -> OptionValueParser.oneOf(known, "--scenario", name, Scenarios.values(), Scenarios::label))
                .distinct()
                .toList();
        Report report = new Report("energy").figure("seeds", seeds.count(known));
        for (Scenarios scenario : scenarios) {
            PrintWriter err = known.commandLine().getErr();
            new EnergyReport(scenario, outcomes(scenario, seeds.each(known).toArray(), err)).addTo(report);
        }
        known.commandLine().getOut().println(report.toJson());
        known.commandLine().getOut().flush();
        return 0;
    }

    private static Map<PlacementStrategy, List<EnergyRunResult>> outcomes(
            Scenarios scenario, int[] seeds, PrintWriter err) {
        Map<PlacementStrategy, List<EnergyRunResult>> outcomes = new EnumMap<>(PlacementStrategy.class);
        for (PlacementStrategy contestant : PlacementStrategy.values()) {
            List<EnergyRunResult> own = new ArrayList<>();
            Arrays.stream(seeds).forEach(seed -> own.add(contestant.run(scenario.scenario(seed), seed)));
            outcomes.put(contestant, own);
            err.printf(
                    "%s %-9s deviation %5.1f, weakest %5.1f, least %5.1f, mean %5.1f %%, %6.2f calls/s, %5.1f moves%n",
                    scenario.label(),
                    contestant.label(),
                    mean(own, Metric.SD),
                    mean(own, Metric.WEAKEST),
                    mean(own, Metric.MINNODE),
                    mean(own, Metric.MEAN),
                    mean(own, Metric.THROUGHPUT),
                    own.stream().mapToInt(EnergyRunResult::moves).average().orElse(0));
            err.flush();
        }
        return outcomes;
    }

    private static double mean(List<EnergyRunResult> outcomes, Metric metric) {
        return outcomes.stream().mapToDouble(metric::of).average().orElse(Double.NaN);
    }
}
