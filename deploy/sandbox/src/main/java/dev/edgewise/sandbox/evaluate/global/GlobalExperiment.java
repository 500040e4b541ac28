package dev.edgewise.sandbox.evaluate.global;

import dev.edgewise.sandbox.evaluate.OptionValueParser;
import dev.edgewise.sandbox.evaluate.Report;
import dev.edgewise.sandbox.evaluate.SeedOptions;
import dev.edgewise.sandbox.topology.MatrixFiles;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The grid of topologies, computation, load and payload, of which all cells are reported. */
@Command(
        name = "global",
        sortOptions = false,
        description =
                "Places pipelines of three functions by the global scheduler's policies response time (ours) and low"
                        + " latency with profile griffin_scheduler, and as kube-scheduler spreads them, at random, in the cloud,"
                        + " nearest, and best of all. Each cell of the grid is a line on standard error; gains are in percent of the"
                        + " mean time, with 95 %% intervals by the paired bootstrap over seeds.")
public final class GlobalExperiment implements Callable<Integer> {
    private static final String TIERS = "5/15/80";
    private static final String FLAT = "1/5";
    private static final ExperimentGridCell HEADLINE = new ExperimentGridCell(TIERS, 20, 60, 0);
    private static final double WRONG_DELAYS = 0.3;

    @Mixin
    private SeedOptions seeds = new SeedOptions();

    @Option(
            names = "--planetlab",
            paramLabel = "FILE",
            description = "A delay matrix, plain or .gz: one more topology.")
    private @Nullable Path planetlab;

    @Option(names = "--seattle", paramLabel = "FILE", description = "Another one.")
    private @Nullable Path seattle;

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
        int[] all = seeds.each(known).toArray();
        PrintWriter err = known.commandLine().getErr();
        Map<String, Function<Random, Topology>> topologies = topologies(known);
        err.println(
                "cell | ours ms | low latency | spread | random | cloud | nearest | oracle | gain % (95 %) | p95 gain % | share of"
                        + " the oracle's gain");
        List<ExperimentGridCellResult> results = new ArrayList<>();
        topologies.forEach((name, topology) -> cells(name).forEach(cell -> {
            ExperimentGridCellResult result = ExperimentGridCellResult.of(cell, topology, 0, all);
            results.add(result);
            err.println(line(result));
            err.flush();
        }));
        ExperimentGridCellResult wrong =
                ExperimentGridCellResult.of(HEADLINE, Objects.requireNonNull(topologies.get(TIERS)), WRONG_DELAYS, all);
        known.commandLine().getOut().println(report(all.length, results, wrong).toJson());
        known.commandLine().getOut().flush();
        return 0;
    }

    private Map<String, Function<Random, Topology>> topologies(CommandSpec known) {
        Map<String, Function<Random, Topology>> topologies = new LinkedHashMap<>();
        topologies.put(TIERS, Topology::tiers);
        topologies.put(FLAT, Topology::flat);
        topologies.put("5/15/80, cloud 3x faster", Topology::tiersWithFastCloud);
        add(topologies, known, "--planetlab", planetlab);
        add(topologies, known, "--seattle", seattle);
        return topologies;
    }

    private static void add(
            Map<String, Function<Random, Topology>> topologies, CommandSpec known, String option, @Nullable Path file) {
        if (file == null) {
            return;
        }
        try {
            double[][] matrix = MatrixFiles.read(file);
            if (matrix.length <= Topology.NODES) {
                throw OptionValueParser.refusal(
                        known, option, file, "a matrix of more than " + Topology.NODES + " nodes");
            }
            topologies.put(option.substring(2), random -> Topology.measured(matrix, random));
        } catch (IOException | IllegalArgumentException unreadable) {
            throw OptionValueParser.refusal(
                    known, option, file, "a square matrix of delays in ms (" + unreadable.getMessage() + ")");
        }
    }

    private static List<ExperimentGridCell> cells(String topology) {
        List<ExperimentGridCell> cells = new ArrayList<>();
        for (int compute : ExperimentGridCell.COMPUTE) {
            for (int load : ExperimentGridCell.LOAD) {
                for (long payload : ExperimentGridCell.PAYLOAD) {
                    cells.add(new ExperimentGridCell(topology, compute, load, payload));
                }
            }
        }
        return cells;
    }

    private static String line(ExperimentGridCellResult result) {
        PairedBootstrap gain = result.gain();
        return String.format(
                Locale.ROOT,
                "%s | %.1f | %.1f | %.1f | %.1f | %.1f | %.1f | %.1f | %.1f (%.1f to %.1f) | %.1f | %.2f",
                result.cell().name(),
                mean(result.ours()),
                mean(result.lowLatency()),
                mean(result.spread()),
                mean(result.random()),
                mean(result.cloud()),
                mean(result.nearest()),
                mean(result.oracle()),
                gain.gain(),
                gain.low(),
                gain.high(),
                PairedBootstrap.of(result.oursP95(), result.spreadP95()).gain(),
                result.shareOfOracle());
    }

    private static double mean(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum / values.length;
    }

    private static Report report(int seeds, List<ExperimentGridCellResult> results, ExperimentGridCellResult wrong) {
        ExperimentGridCellResult headline = results.stream()
                .filter(result -> result.cell().equals(HEADLINE))
                .findFirst()
                .orElseThrow();
        PairedBootstrap gain = headline.gain();
        List<ExperimentGridCellResult> flat = results.stream()
                .filter(result -> result.cell().topology().equals(FLAT))
                .toList();
        double worstFlat =
                flat.stream().mapToDouble(result -> result.gain().high()).min().orElse(Double.NaN);
        long worse = results.stream().filter(result -> result.gain().high() < 0).count();
        double share = results.stream()
                .mapToDouble(ExperimentGridCellResult::shareOfOracle)
                .min()
                .orElse(Double.NaN);
        return new Report("global")
                .figure("seeds", seeds)
                .figure("cells", results.size())
                .figure("headline.gain", gain.gain())
                .figure("headline.gain_low", gain.low())
                .figure("headline.gain_high", gain.high())
                .figure(
                        "headline.p95_gain",
                        PairedBootstrap.of(headline.oursP95(), headline.spreadP95())
                                .gain())
                .figure("headline.share_of_oracle", headline.shareOfOracle())
                .figure(
                        "headline.gain_over_low_latency",
                        PairedBootstrap.of(headline.ours(), headline.lowLatency())
                                .gain())
                .figure(
                        "headline.gain_over_random",
                        PairedBootstrap.of(headline.ours(), headline.random()).gain())
                .figure(
                        "headline.gain_over_cloud",
                        PairedBootstrap.of(headline.ours(), headline.cloud()).gain())
                .figure(
                        "headline.gain_over_nearest",
                        PairedBootstrap.of(headline.ours(), headline.nearest()).gain())
                .figure("headline.gain_with_wrong_delays", wrong.gain().gain())
                .figure("flat.worst_gain_high", worstFlat)
                .figure("cells_worse_than_spreading", worse)
                .figure("least_share_of_oracle", share)
                .above("headline.gain_low", 20, gain.low())
                .bar("flat.worst_gain_high", 0, worstFlat)
                .atMost("cells_worse_than_spreading", 0, worse)
                .bar("headline.share_of_oracle", 0.8, headline.shareOfOracle());
    }
}
