package dev.edgewise.sandbox.evaluate;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Quality of network-probe's estimates of a matrix of which each node measures k pairs. */
@Command(
        name = "rtt-estimation",
        sortOptions = false,
        description =
                "Runs network-probe's own peer policy and estimator over a delay matrix: each node starts k probes in "
                        + "total; the other pairs are estimated and judged by the matrix.")
final class RttEstimationExperiment implements Callable<Integer> {
    private static final int MOST_SEEDS = 1_000;
    private static final int BAR_LEVEL = 85;

    /**
     * The least precision on unprobed pairs, then recall over all pairs, at 20, 40 and 80 ms, for 490 PlanetLab nodes.
     */
    private static final Map<Integer, double[]> BARS = Map.of(
            8, new double[] {.96, .96, .98, .66, .70, .88},
            16, new double[] {.97, .97, .985, .90, .89, .945},
            32, new double[] {.975, .98, .99, .95, .96, .97});

    @Mixin
    private MatrixOption matrix = new MatrixOption();

    @Option(
            names = "--k",
            paramLabel = "K",
            defaultValue = "16",
            description = "Probes that each node starts (1 to n − 1; default ${DEFAULT-VALUE}).")
    private String k = "16";

    @Option(
            names = "--bound",
            paramLabel = "PERCENT",
            defaultValue = "85",
            description = "Probability of the upper bound (50 to 99; default ${DEFAULT-VALUE}).")
    private String bound = "85";

    @Option(
            names = "--seeds",
            paramLabel = "N",
            defaultValue = "4",
            description = "Runs to take the mean of (1 to 1000; default ${DEFAULT-VALUE}).")
    private String seeds = "4";

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    private boolean help;

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() {
        int percent = OptionValueParser.whole(spec(), "--bound", bound, 50, 99);
        int runs = OptionValueParser.whole(spec(), "--seeds", seeds, 1, MOST_SEEDS);
        double[][] ms = matrix.read(spec());
        int peers = OptionValueParser.whole(spec(), "--k", k, 1, ms.length - 1);
        CommandSpec known = spec();
        PrintWriter err = known.commandLine().getErr();
        List<RttEstimateAccuracy> scores = new ArrayList<>();
        for (int seed = 1; seed <= runs; seed++) {
            RttEstimateAccuracy score = new NetworkProbeSimulation(ms, peers, percent / 1e2, seed).score();
            scores.add(score);
            err.printf("seed %d of %d: precision %s, recall %s%n", seed, runs, score.precisions(), score.recalls());
            err.flush();
        }
        known.commandLine()
                .getOut()
                .println(report(ms.length, peers, percent, scores).toJson());
        known.commandLine().getOut().flush();
        return 0;
    }

    private static Report report(int nodes, int peers, int percent, List<RttEstimateAccuracy> scores) {
        Report report = new Report("rtt-estimation")
                .figure("nodes", nodes)
                .figure("k", peers)
                .figure("bound", percent)
                .figure("seeds", scores.size());
        double[] bars = percent == BAR_LEVEL ? BARS.get(peers) : null;
        int limits = RttEstimateAccuracy.LIMITS.size();
        for (int limit = 0; limit < limits; limit++) {
            int at = limit;
            int ms = RttEstimateAccuracy.LIMITS.get(limit);
            double precision = mean(scores, score -> score.precision(at));
            double recall = mean(scores, score -> score.recall(at));
            report.figure("precision" + ms, precision).figure("recall" + ms, recall);
            if (bars != null) {
                report.bar("precision" + ms, bars[limit], precision).bar("recall" + ms, bars[limits + limit], recall);
            }
        }
        return report.figure("error_p50", mean(scores, score -> score.error(0.5)))
                .figure("error_p90", mean(scores, score -> score.error(0.9)))
                .figure("coverage", mean(scores, RttEstimateAccuracy::coverage))
                .figure("probes_per_node", mean(scores, RttEstimateAccuracy::meanProbes))
                .figure("most_probes_of_a_node", mean(scores, RttEstimateAccuracy::mostProbes))
                .figure("sites", mean(scores, RttEstimateAccuracy::sites));
    }

    private static double mean(List<RttEstimateAccuracy> scores, ToDoubleFunction<RttEstimateAccuracy> figure) {
        return scores.stream().mapToDouble(figure).average().orElse(Double.NaN);
    }

    private CommandSpec spec() {
        return Objects.requireNonNull(spec, "set by picocli");
    }
}
