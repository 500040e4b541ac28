package dev.edgewise.sandbox.evaluate;

import java.util.stream.IntStream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The seeds of an experiment that compares runs. */
public final class SeedOptions {
    /** Least number of seeds: fewer have no useful interval. */
    private static final int LEAST_SEEDS = 5;

    private static final int MOST_SEEDS = 1_000;

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
            description = "Seed of the first run, 1 to 1000000 (default ${DEFAULT-VALUE}).")
    private String firstSeed = "1";

    /** Number of runs of each. */
    public int count(CommandSpec spec) {
        return OptionValueParser.whole(spec, "--seeds", seeds, LEAST_SEEDS, MOST_SEEDS);
    }

    /** One seed after the other. */
    public IntStream each(CommandSpec spec) {
        int first = OptionValueParser.whole(spec, "--first-seed", firstSeed, 1, 1_000_000);
        return IntStream.range(first, first + count(spec));
    }
}
