package dev.edgewise.sandbox.evaluate.energy;

import dev.edgewise.sandbox.evaluate.Options;
import dev.edgewise.sandbox.evaluate.Report;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** How available and how useful nodes on sun and batteries are under the product's planners, against Kubernetes. */
@Command(
        name = "energy",
        sortOptions = false,
        description =
                "Runs the energy papers' experiment on function-offloader's own planners and energy-adapter's own batteries. A gain is the "
                        + "lower end of its 95 % interval over runs that share their seeds, in percent.")
public final class EnergyExperiment implements Callable<Integer> {
    /** Fewer have no interval worth its name. */
    private static final int LEAST_SEEDS = 5;

    private static final int MOST_SEEDS = 1_000;

    @Option(
            names = "--scenario",
            split = ",",
            paramLabel = "NAME",
            description = "10-node, 5-node, 5-node-2022, varied (default: all four).")
    private List<String> names =
            Arrays.stream(Scenarios.values()).map(Scenarios::label).toList();

    @Option(
            names = "--seeds",
            paramLabel = "N",
            defaultValue = "30",
            description = "Runs of each (5 to 1000; default ${DEFAULT-VALUE}).")
    private String seeds = "30";

    @Option(
            names = "--first-seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Seed of the first run, 1 to 1000000; the settings of edgewise were chosen with 1 to 30.")
    private String firstSeed = "1";

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
        int runs = Options.whole(known, "--seeds", seeds, LEAST_SEEDS, MOST_SEEDS);
        int first = Options.whole(known, "--first-seed", firstSeed, 1, 1_000_000);
        List<Scenarios> scenarios = names.stream()
                .map(name -> Options.oneOf(known, "--scenario", name, Scenarios.values(), Scenarios::label))
                .distinct()
                .toList();
        Report report = new Report("energy").figure("seeds", runs);
        for (Scenarios scenario : scenarios) {
            PrintWriter err = known.commandLine().getErr();
            new EnergyReport(scenario, outcomes(scenario, first, runs, err)).addTo(report);
        }
        known.commandLine().getOut().println(report.toJson());
        known.commandLine().getOut().flush();
        return 0;
    }

    private static Map<Contestant, List<Outcome>> outcomes(Scenarios scenario, int first, int runs, PrintWriter err) {
        Map<Contestant, List<Outcome>> outcomes = new EnumMap<>(Contestant.class);
        for (Contestant contestant : Contestant.values()) {
            List<Outcome> own = new ArrayList<>();
            IntStream.range(first, first + runs)
                    .forEach(seed -> own.add(contestant.run(scenario.scenario(seed), seed)));
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
                    own.stream().mapToInt(Outcome::moves).average().orElse(0));
            err.flush();
        }
        return outcomes;
    }

    private static double mean(List<Outcome> outcomes, Metric metric) {
        return outcomes.stream().mapToDouble(metric::of).average().orElse(Double.NaN);
    }
}
