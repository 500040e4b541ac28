package dev.edgewise.benchmarks.rttindex;

import dev.edgewise.benchmarks.report.BenchmarkCommand;
import dev.edgewise.benchmarks.report.Percentiles;
import dev.edgewise.benchmarks.report.Report;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Benchmark of the time from new rows, as the signal store delivers them, until every node's neighbours can be read.
 * All times change in each round.
 */
@Command(name = "rtt-index", description = "Refresh of the round-trip time index, all pairs changed.")
public final class RttIndexBenchmark extends BenchmarkCommand {
    private static final double LONGEST_MILLIS = 50;

    @Option(names = "--nodes", description = "How many nodes; the bar is for 490.", defaultValue = "490")
    private int nodes;

    @Option(names = "--rounds", description = "How many refreshes are measured.", defaultValue = "200")
    private int rounds;

    @Option(names = "--warm-up", description = "How many refreshes come before.", defaultValue = "50")
    private int warmUp;

    @Override
    protected Report measure() {
        progress.printf("%d nodes, %d refreshes after %d to warm up%n", nodes, rounds, warmUp);
        IndexRefresh refresh = new IndexRefresh(nodes);
        double cold = refresh.millis(0);
        for (int round = 1; round <= warmUp; round++) {
            refresh.millis(round);
        }
        double[] warm = new double[rounds];
        for (int round = 0; round < rounds; round++) {
            warm[round] = refresh.millis(warmUp + 1 + round);
        }
        Percentiles percentiles = new Percentiles(warm);
        return new Report("rtt-index")
                .figure("nodes", nodes)
                .figure("cold_ms", cold)
                .figure("p50_ms", percentiles.at(50))
                .figure("p99_ms", percentiles.at(99))
                .figure("mean_ms", percentiles.mean())
                .bar("p99_ms_" + nodes, LONGEST_MILLIS, percentiles.at(99));
    }
}
