package dev.edgewise.sandbox.evaluate.recovery;

import dev.edgewise.sandbox.evaluate.MatrixOption;
import dev.edgewise.sandbox.evaluate.OptionValueParser;
import dev.edgewise.sandbox.evaluate.Report;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Capacity that recovery reserves, whether it suffices when a node fails, and decision times with it. */
@Command(
        name = "recovery",
        sortOptions = false,
        description =
                "Places pods with scheduler-service's own pipeline and ledger, profile custom-scheduler, and lets each node fail once. What is "
                        + "kept is judged by the pods, the nodes' room and the matrix alone.")
public final class RecoveryExperiment implements Callable<Integer> {
    private static final int MOST_PODS = 100_000;
    private static final int MOST_SEEDS = 1_000;
    private static final int LAST_SEED = 1_000_000;
    private static final int LONGEST_SEARCH = 600;

    @Mixin
    private MatrixOption matrix = new MatrixOption();

    @Option(
            names = "--pods",
            paramLabel = "N",
            defaultValue = "3000",
            description = "Pods of a run (1 to 100000; default ${DEFAULT-VALUE}).")
    private String pods = "3000";

    @Option(
            names = "--sizes",
            split = ",",
            paramLabel = "NAME",
            description = "equal (1 GiB), mixed (1, 2 or 6 GiB) (default: both).")
    private List<String> sizes = Arrays.stream(MemoryDistributions.values())
            .map(MemoryDistributions::label)
            .toList();

    @Option(
            names = "--seeds",
            paramLabel = "N",
            defaultValue = "3",
            description = "Runs of each (1 to 1000; default ${DEFAULT-VALUE}).")
    private String seeds = "3";

    @Option(
            names = "--first-seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Seed of the first run, 1 to 1000000 (default ${DEFAULT-VALUE}).")
    private String firstSeed = "1";

    @Option(
            names = "--optimize",
            paramLabel = "SECONDS",
            defaultValue = "0",
            description =
                    "How long better backups are searched for all pods of a run together (0 to 600; default ${DEFAULT-VALUE}: not at all).")
    private String optimize = "0";

    @Mixin
    private FileOptions files = new FileOptions();

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
        Report report = files.areGiven() ? ofFiles(known) : ofMatrix(known);
        known.commandLine().getOut().println(report.toJson());
        known.commandLine().getOut().flush();
        return 0;
    }

    private Report ofFiles(CommandSpec known) {
        int seed = firstSeed(known);
        FileOptions.Input input = files.read(known, matrix.read(known));
        return new PodFilesExperiment(
                        input.site(), input.pods(), seed, known.commandLine().getErr())
                .report(input.both());
    }

    private int firstSeed(CommandSpec known) {
        return OptionValueParser.whole(known, "--first-seed", firstSeed, 1, LAST_SEED);
    }

    private Report ofMatrix(CommandSpec known) {
        int count = OptionValueParser.whole(known, "--pods", pods, 1, MOST_PODS);
        int first = firstSeed(known);
        int runs = OptionValueParser.whole(known, "--seeds", seeds, 1, MOST_SEEDS);
        List<MemoryDistributions> chosen = sizes.stream()
                .map(name -> OptionValueParser.oneOf(
                        known, "--sizes", name, MemoryDistributions.values(), MemoryDistributions::label))
                .distinct()
                .toList();
        int[] each = IntStream.range(first, first + runs).toArray();
        NodesWithTrueDelays site = NodesWithTrueDelays.of(matrix.read(known));
        Duration optimizing =
                Duration.ofSeconds(OptionValueParser.whole(known, "--optimize", optimize, 0, LONGEST_SEARCH));
        return new RandomPodsExperiment(
                        site, count, each, optimizing, known.commandLine().getErr())
                .report(chosen);
    }
}
