package dev.edgewise.benchmarks.throughput;

import dev.edgewise.benchmarks.throughput.load.LoadObjects;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Options of the load, and the scheduler that binds it. */
final class LoadOptions {
    static final int SLOTS_PER_NODE = 4;

    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec spec;

    @Option(names = "--nodes", description = "How many nodes.", defaultValue = "500")
    private int nodes;

    @Option(names = "--pods", description = "How many pods wait.", defaultValue = "3000")
    private int pods;

    @Option(names = "--rounds", description = "How often each contestant has its turn.", defaultValue = "3")
    private int rounds;

    @Option(names = "--warm-up", description = "How many pods each binds before.", defaultValue = "10000")
    private int warmUp;

    @Option(
            names = "--slots",
            description = "How many slots contestant edgewise-with-slots holds, four on a node.",
            defaultValue = "400")
    private int slots;

    @Option(
            names = "--contestants",
            split = ",",
            converter = ComparedSchedulerConverter.class,
            description = "Who takes part, in this order.",
            defaultValue = "edgewise,stock,bare-loop")
    private List<ComparedScheduler> contestants = List.of();

    @Option(
            names = "--cold",
            negatable = true,
            description = "Measure from the start of the process, too.",
            defaultValue = "true",
            fallbackValue = "true")
    private boolean cold;

    int nodes() {
        return nodes;
    }

    /** Number of slots that {@link ComparedScheduler#EDGEWISE_WITH_SLOTS} holds; 0 if it does not take part. */
    int slots() {
        return contestants.contains(ComparedScheduler.EDGEWISE_WITH_SLOTS) ? slots : 0;
    }

    List<ComparedScheduler> contestants() {
        return contestants;
    }

    SchedulerComparisonSettings settings(Path logs) {
        return new SchedulerComparisonSettings(contestants, pods, rounds, warmUp, cold, logs);
    }

    void check() {
        require(nodes >= 1 && nodes <= 100_000, "--nodes", nodes, "1 to 100000");
        int room = nodes * LoadObjects.PODS_PER_NODE;
        require(pods >= 2 && pods <= room, "--pods", pods, "2 to " + room + ", what the nodes have room for");
        require(
                slots >= SLOTS_PER_NODE && slots <= nodes * SLOTS_PER_NODE && slots % SLOTS_PER_NODE == 0
                        || slots() == 0,
                "--slots",
                slots,
                "a multiple of " + SLOTS_PER_NODE + ", at most " + nodes * SLOTS_PER_NODE);
        require(rounds >= 1, "--rounds", rounds, "1 or more");
        require(warmUp >= 0, "--warm-up", warmUp, "0 or more");
        require(
                contestants.stream().distinct().count() == contestants.size(),
                "--contestants",
                contestants,
                "each of " + ComparedScheduler.all() + " once");
    }

    private void require(boolean allowed, String option, Object value, String range) {
        OptionChecks.require(allowed, spec, option, value, range);
    }
}
