package dev.edgewise.benchmarks.throughput;

import dev.edgewise.benchmarks.report.BenchmarkCommand;
import dev.edgewise.benchmarks.report.Report;
import dev.edgewise.benchmarks.throughput.api.ClusterApi;
import dev.edgewise.benchmarks.throughput.extender.ExtenderRequests;
import dev.edgewise.benchmarks.throughput.extender.ExtenderRequests.Times;
import dev.edgewise.benchmarks.throughput.extender.SimulatedSignals;
import dev.edgewise.benchmarks.throughput.figures.Burst;
import dev.edgewise.benchmarks.throughput.figures.MinMedianMax;
import dev.edgewise.benchmarks.throughput.figures.PairedBurstRatio;
import dev.edgewise.benchmarks.throughput.load.BenchmarkLoad;
import dev.edgewise.benchmarks.throughput.process.CpuMeter;
import dev.edgewise.benchmarks.throughput.process.CpuUse;
import dev.edgewise.testkit.RedisProcess;
import dev.edgewise.testkit.ResourceCloser;
import dev.edgewise.testkit.ServiceProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Benchmark of the cost of an extender for a kube-scheduler: without one, with an empty one, with ours. */
@Command(name = "extender", description = "Pods bound in a second by kube-scheduler alone, and with extenders.")
public final class ExtenderBenchmark extends BenchmarkCommand {
    private static final double LEAST_TO_EMPTY = 0.9;
    private static final double LEAST_TO_STOCK = 0.8;
    /**
     * Verbs whose throughput is compared with kube-scheduler alone, on so many nodes: any extender that scores, too,
     * costs more of its time.
     */
    private static final List<String> NARROWING = List.of("filter");

    private static final int NARROWED_NODES = 500;
    private static final double LONGEST_MILLIS = 5;

    @Option(names = "--nodes", description = "How many nodes.", defaultValue = "500")
    private int nodes;

    @Option(names = "--pods", description = "How many pods wait.", defaultValue = "5000")
    private int pods;

    @Option(
            names = "--rounds",
            description = "How often each has its turn, after one that warms up.",
            defaultValue = "3")
    private int rounds;

    @Option(names = "--verbs", split = ",", description = "What is asked.", defaultValue = "filter,prioritize")
    private List<String> verbs = List.of();

    @Option(
            names = "--within",
            description = "Delay that the pods need, 1 to 50 ms: every 2 % of the nodes are a millisecond farther.",
            defaultValue = "50")
    private int within;

    @Option(names = "--questions", description = "Asked in the end about all nodes; 0 for none.", defaultValue = "1000")
    private int questions;

    @Mixin
    private final ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private final ApplicationOptions application = new ApplicationOptions();

    private final Map<Beside, List<Burst>> bursts = new EnumMap<>(Beside.class);

    /** Extender beside the kube-scheduler. */
    private enum Beside {
        NONE,
        EMPTY,
        OURS
    }

    @Override
    protected Report measure() throws Exception {
        cluster.check();
        application.check();
        OptionChecks.require(within >= 1 && within <= 50, null, "--within", within, "1 to 50");
        OptionChecks.require(
                !verbs.isEmpty() && List.of("filter", "prioritize").containsAll(verbs),
                null,
                "--verbs",
                verbs,
                "filter, prioritize or both");
        Path work = Files.createTempDirectory("edgewise-extender");
        progress.println("Logs are in " + work);
        try (ResourceCloser closer = new ResourceCloser()) {
            return measure(work, closer);
        }
    }

    private Report measure(Path work, ResourceCloser closer) throws Exception {
        Path kubeconfig = cluster.kubeconfig(work, closer);
        ClusterApi api = cluster.api(kubeconfig, closer);
        LaunchCommands launches = new LaunchCommands(
                kubeconfig, work, application.application(), application.javaOptions(), cluster.programs());
        progress.printf("Creating %d nodes%n", nodes);
        BenchmarkLoad load = closer.add(new BenchmarkLoad(api, nodes, SimulatedSignals.labels(within)));
        load.create();
        RedisProcess redis = closer.add(RedisProcess.start());
        SimulatedSignals.publish(redis, load.nodes());
        Extenders extenders = closer.add(Extenders.start(launches, redis, work));
        CpuMeter meter = new CpuMeter(kubeconfig);
        BurstRunner runner = new BurstRunner(api, load, meter, new Progress(progress));
        for (int round = 0; round <= rounds; round++) {
            for (Beside beside : inTurn(round)) {
                burst(beside, round, runner, launches, extenders, meter);
            }
        }
        return report(questions == 0 ? new Times(Double.NaN, Double.NaN) : asked(extenders, load));
    }

    /** Rotates the order, so that each is the last one in its turn: later ones meet an API server that holds more. */
    private static List<Beside> inTurn(int round) {
        List<Beside> turns = new ArrayList<>(List.of(Beside.values()));
        Collections.rotate(turns, round);
        return turns;
    }

    /** The kube-scheduler starts with the burst, which counts from its first binding. */
    private void burst(
            Beside beside, int round, BurstRunner runner, LaunchCommands launches, Extenders extenders, CpuMeter meter)
            throws Exception {
        ServiceProcess[] scheduler = new ServiceProcess[1];
        Extender extender =
                switch (beside) {
                    case NONE -> null;
                    case EMPTY -> extenders.empty();
                    case OURS -> extenders.ours();
                };
        LaunchCommand launch = launches.stock(extender == null ? "" : extender.configuration(verbs));
        if (extender != null) {
            extender.process().resume();
            meter.awaitIdle(extender.process());
        }
        try {
            ServiceProcess asked = extender == null ? null : extender.process();
            Burst burst = runner.measure(ComparedScheduler.STOCK, pods, null, asked, () -> {
                scheduler[0] = launch.start("kube-scheduler", extenders.log());
                return scheduler[0];
            });
            CpuUse each = burst.bindingCpuPer1000();
            progress.printf(
                    "%d/%d  %-8s %6.0f pods/s, CPU %.2f ms a pod of kube-scheduler, %.2f of the extender, %.2f of the API server, %.2f of etcd%n",
                    round,
                    rounds,
                    beside,
                    burst.podsPerSecond(),
                    each.scheduler(),
                    each.extender(),
                    each.apiServer(),
                    each.etcd());
            if (round > 0) {
                bursts.computeIfAbsent(beside, none -> new ArrayList<>()).add(burst);
            }
        } finally {
            if (scheduler[0] != null) {
                scheduler[0].close();
            }
            if (extender != null) {
                extender.process().suspend();
            }
        }
    }

    private Times asked(Extenders extenders, BenchmarkLoad load) throws Exception {
        Extender ours = extenders.ours();
        ours.process().resume();
        progress.printf("Asking about %d nodes%n", nodes);
        ExtenderRequests asked = new ExtenderRequests(
                ours.port(), extenders.metricsPort(), load.nodes(), SimulatedSignals.labels(within));
        return asked.times(questions);
    }

    private Report report(Times times) {
        MinMedianMax toStock = ratio(Beside.NONE);
        MinMedianMax toEmpty = ratio(Beside.EMPTY);
        Report report = new Report("extender")
                .figure("nodes", nodes)
                .figure("pods", pods)
                .figure("rounds", rounds)
                .figure("verbs", String.join(",", verbs))
                .figure("within_ms", within)
                .figure("java", Runtime.version().toString())
                .figure("stock_pods_per_s", median(Beside.NONE))
                .figure("empty_pods_per_s", median(Beside.EMPTY))
                .figure("ours_pods_per_s", median(Beside.OURS))
                .figure("to_stock", toStock.median())
                .figure("to_stock_min", toStock.min())
                .figure("to_empty", toEmpty.median())
                .figure("to_empty_min", toEmpty.min())
                .figure("empty_cpu_ms", cpuMillis(Beside.EMPTY))
                .figure("ours_cpu_ms", cpuMillis(Beside.OURS))
                .figure("mean_ms", times.meanMillis())
                .figure("p99_ms", times.p99Millis())
                .barAtLeast("to_empty", LEAST_TO_EMPTY, toEmpty.median())
                .bar("p99_ms", LONGEST_MILLIS, times.p99Millis());
        return isHeldAgainstStock(verbs, nodes)
                ? report.barAtLeast("to_stock", LEAST_TO_STOCK, toStock.median())
                : report;
    }

    static boolean isHeldAgainstStock(List<String> verbs, int nodes) {
        return verbs.equals(NARROWING) && nodes == NARROWED_NODES;
    }

    private MinMedianMax ratio(Beside other) {
        return PairedBurstRatio.ratio(
                bursts.getOrDefault(Beside.OURS, List.of()),
                bursts.getOrDefault(other, List.of()),
                Burst::podsPerSecond);
    }

    private double median(Beside beside) {
        return median(beside, Burst::podsPerSecond);
    }

    /** CPU time of the extender for each pod, in ms. */
    private double cpuMillis(Beside beside) {
        return median(beside, burst -> burst.bindingCpuPer1000().extender());
    }

    private double median(Beside beside, ToDoubleFunction<Burst> figure) {
        return MinMedianMax.of(bursts.getOrDefault(beside, List.of()), figure).median();
    }
}
