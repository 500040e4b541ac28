package dev.edgewise.benchmarks.throughput;

import dev.edgewise.benchmarks.report.BenchmarkCommand;
import dev.edgewise.benchmarks.report.Report;
import dev.edgewise.benchmarks.throughput.api.ClusterApi;
import dev.edgewise.benchmarks.throughput.load.BenchmarkLoad;
import dev.edgewise.benchmarks.throughput.preemption.FullNodes;
import dev.edgewise.benchmarks.throughput.preemption.SchedulerMetricsReader;
import dev.edgewise.benchmarks.throughput.process.CpuMeter;
import dev.edgewise.testkit.FreePorts;
import dev.edgewise.testkit.ResourceCloser;
import dev.edgewise.testkit.ServiceProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Benchmark of the time that urgent pods wait for capacity on full nodes: ours beside the stock kube-scheduler. */
@Command(name = "preemption", description = "Urgent pods on full nodes: ours and the stock kube-scheduler.")
public final class PreemptionBenchmark extends BenchmarkCommand {
    private static final double LONGEST_MILLIS = 50;
    private static final double LARGEST_RATIO = 1;
    private static final List<ComparedScheduler> CONTESTANTS =
            List.of(ComparedScheduler.EDGEWISE, ComparedScheduler.STOCK);

    @Option(names = "--nodes", description = "How many nodes.", defaultValue = "5000")
    private int nodes;

    @Option(names = "--pods-per-node", description = "How many pods fill each, 3 to 100.", defaultValue = "30")
    private int podsPerNode;

    @Option(names = "--burst", description = "How many urgent pods come at once.", defaultValue = "200")
    private int burst;

    @Option(names = "--rounds", description = "How often each contestant has its turn.", defaultValue = "3")
    private int rounds;

    @Mixin
    private final ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private final ApplicationOptions application = new ApplicationOptions();

    private final Map<ComparedScheduler, List<Double>> seconds = new EnumMap<>(ComparedScheduler.class);
    private final Map<ComparedScheduler, Integer> victims = new EnumMap<>(ComparedScheduler.class);
    private final List<Double> attemptMillis = new ArrayList<>();

    @Override
    protected Report measure() throws Exception {
        cluster.check();
        application.check();
        OptionChecks.require(
                podsPerNode >= FullNodes.VICTIMS && podsPerNode <= 100,
                null,
                "--pods-per-node",
                podsPerNode,
                "3 to 100");
        OptionChecks.require(
                burst >= 1 && burst <= nodes, null, "--burst", burst, "1 to " + nodes + ", the number of nodes");
        Path work = Files.createTempDirectory("edgewise-preemption");
        progress.println("Logs are in " + work);
        try (ResourceCloser closer = new ResourceCloser()) {
            Path kubeconfig = cluster.kubeconfig(work, closer);
            ClusterApi api = cluster.api(kubeconfig, closer);
            LaunchCommands launches = new LaunchCommands(
                    kubeconfig, work, application.application(), application.javaOptions(), cluster.programs());
            progress.printf("Creating %d nodes with %d pods each%n", nodes, podsPerNode);
            BenchmarkLoad load = closer.add(new BenchmarkLoad(api, nodes));
            load.create();
            FullNodes full = closer.add(new FullNodes(api, load, podsPerNode));
            full.create();
            for (ComparedScheduler contestant : CONTESTANTS) {
                run(contestant, new UrgentBursts(api, load, full, new CpuMeter(kubeconfig)), launches, work);
            }
        }
        return report();
    }

    /** The first burst finds a scheduler that has yet to read the cluster, and warms it up. */
    private void run(ComparedScheduler contestant, UrgentBursts bursts, LaunchCommands launches, Path work)
            throws Exception {
        int port = FreePorts.find();
        SchedulerMetricsReader metrics =
                contestant == ComparedScheduler.EDGEWISE ? new SchedulerMetricsReader(port) : null;
        try (ServiceProcess scheduler =
                launch(launches, contestant, port).start(contestant.toString(), work.resolve(contestant + ".log"))) {
            bursts.measure(contestant, burst, scheduler);
            for (int round = 1; round <= rounds; round++) {
                begin(metrics);
                UrgentBursts.Result result = bursts.measure(contestant, burst, scheduler);
                seconds.computeIfAbsent(contestant, none -> new ArrayList<>()).add(result.seconds());
                victims.merge(contestant, result.victims(), Integer::sum);
                double p99 = metrics == null ? Double.NaN : metrics.attemptMillis(99);
                attemptMillis.add(p99);
                progress.printf(
                        "%d/%d  %-10s %6.2f s, %d evicted, attempt p99 %.1f ms%n",
                        round, rounds, contestant, result.seconds(), result.victims(), p99);
            }
        }
    }

    private static void begin(@Nullable SchedulerMetricsReader metrics) throws IOException, InterruptedException {
        if (metrics != null) {
            metrics.begin();
        }
    }

    private static LaunchCommand launch(LaunchCommands launches, ComparedScheduler contestant, int port)
            throws IOException {
        return contestant == ComparedScheduler.EDGEWISE ? launches.edgewise(0, port) : launches.of(contestant);
    }

    private Report report() {
        double ours = median(ComparedScheduler.EDGEWISE);
        double theirs = median(ComparedScheduler.STOCK);
        double p99 = attemptMillis.stream()
                .filter(millis -> !millis.isNaN())
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(Double.NaN);
        return new Report("preemption")
                .figure("nodes", nodes)
                .figure("pods_per_node", podsPerNode)
                .figure("burst", burst)
                .figure("p99_ms", p99)
                .figure("edgewise_s", ours)
                .figure("stock_s", theirs)
                .figure("ratio_to_stock", ours / theirs)
                .figure("edgewise_victims", victims.getOrDefault(ComparedScheduler.EDGEWISE, 0) / rounds)
                .figure("stock_victims", victims.getOrDefault(ComparedScheduler.STOCK, 0) / rounds)
                .bar("p99_ms", LONGEST_MILLIS, p99)
                .bar("ratio_to_stock", LARGEST_RATIO, ours / theirs);
    }

    private double median(ComparedScheduler contestant) {
        List<Double> sorted =
                seconds.getOrDefault(contestant, List.of()).stream().sorted().toList();
        return sorted.isEmpty() ? Double.NaN : sorted.get(sorted.size() / 2);
    }
}
