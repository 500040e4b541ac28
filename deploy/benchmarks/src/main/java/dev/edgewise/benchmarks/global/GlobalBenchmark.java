package dev.edgewise.benchmarks.global;

import dev.edgewise.benchmarks.report.BenchmarkCommand;
import dev.edgewise.benchmarks.report.Percentiles;
import dev.edgewise.benchmarks.report.Report;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Instant;
import java.util.Random;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** How fast the global scheduler decides, with the code of the service and summaries of clusters in memory. */
@Command(name = "global", description = "Decisions of the global scheduler in memory, on one thread.")
public final class GlobalBenchmark extends BenchmarkCommand {
    private static final double LEAST_PER_SECOND = 500;
    private static final double LONGEST_MILLIS = 5;
    private static final double NANOS_OF_MILLI = 1e6;

    @Option(names = "--clusters", description = "Clusters, all of which bid.", defaultValue = "100")
    private int clusters;

    @Option(names = "--nodes", description = "Nodes of each cluster.", defaultValue = "5000")
    private int nodes;

    @Option(names = "--decisions", description = "Decisions that are measured.", defaultValue = "10000")
    private int decisions;

    @Option(names = "--warm-up", description = "Decisions before.", defaultValue = "3000")
    private int warmUp;

    @Option(names = "--seed", description = "Seed of clusters and requests.", defaultValue = "1")
    private long seed;

    @Override
    protected Report measure() {
        progress.printf(
                "%d clusters of %d nodes, %d decisions after %d to warm up%n", clusters, nodes, decisions, warmUp);
        Random random = new Random(seed);
        Instant start = Instant.parse("2026-01-01T00:00:00Z");
        DecisionRun run = new DecisionRun(MemberSummaries.of(clusters, nodes, random, start), random, start);
        for (int i = 0; i < warmUp; i++) {
            run.decide();
        }
        double[] millis = new double[decisions];
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long cpu = threads.getCurrentThreadCpuTime();
        for (int i = 0; i < decisions; i++) {
            millis[i] = run.decide() / NANOS_OF_MILLI;
        }
        double cpuMillis = (threads.getCurrentThreadCpuTime() - cpu) / NANOS_OF_MILLI / decisions;
        Percentiles times = new Percentiles(millis);
        double perSecond = 1_000 / times.mean();
        return new Report("global")
                .figure("clusters", clusters)
                .figure("nodes", nodes)
                .figure("decisions", decisions)
                .figure("decisions_per_s", perSecond)
                .figure("p50_ms", times.at(50))
                .figure("p99_ms", times.at(99))
                .figure("max_ms", times.at(100))
                .figure("cpu_ms_a_decision", cpuMillis)
                .barAtLeast("decisions_per_s", LEAST_PER_SECOND, perSecond)
                .bar("p99_ms", LONGEST_MILLIS, times.at(99));
    }
}
