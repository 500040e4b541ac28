package dev.edgewise.benchmarks.planetlab;

import dev.edgewise.benchmarks.report.BenchmarkCommand;
import dev.edgewise.benchmarks.report.Report;
import dev.edgewise.testkit.ProcStat;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Places pods by measured delays through the services and a real API server, and checks every placement against the
 * matrix and what the API server holds.
 */
@Command(name = "planetlab", description = "The scheduler on measured delays and a real API server.")
public final class PlanetlabBenchmark extends BenchmarkCommand {
    private static final double LONGEST_START_SECONDS = 6;
    private static final double MOST_MEMORY_MIB = 350;
    private static final Duration SIGNALS_LIMIT = Duration.ofMinutes(2);

    @Option(
            names = "--kubeconfig",
            required = true,
            description = "A cluster without nodes and without node lifecycle controller.")
    private Path kubeconfig = Path.of("");

    @Option(names = "--rtt", required = true, description = "The delay matrix in ms, plain or .gz.")
    private Path rtt = Path.of("");

    @Option(names = "--nodes", description = "How many rows of the matrix become nodes.", defaultValue = "490")
    private int nodes;

    @Option(names = "--pods", description = "How many pods, with needs of 20, 40 or 80 ms.", defaultValue = "3000")
    private int pods;

    @Option(names = "--seed", description = "Decides sizes, references and needs.", defaultValue = "1")
    private long seed;

    @Option(names = "--minutes", description = "Longest time for all decisions.", defaultValue = "10")
    private int minutes;

    @Override
    protected Report measure() throws IOException, InterruptedException {
        Delays delays = Delays.read(rtt, nodes);
        Scenario scenario = Scenario.of(nodes, pods, seed);
        Path work = Files.createTempDirectory("edgewise-planetlab");
        progress.println("Logs are in " + work);
        try (Cluster cluster = new Cluster(kubeconfig)) {
            progress.printf("Creating %d nodes%n", nodes);
            cluster.createNodes(scenario.nodes());
            try (BenchmarkServiceProcesses suite =
                            new BenchmarkServiceProcesses(root(), work, delays, scenario.nodeNames());
                    BenchmarkServiceProcesses.Service scheduler = suite.startScheduler(kubeconfig)) {
                return measure(cluster, scheduler, scenario, delays);
            }
        }
    }

    private Report measure(
            Cluster cluster, BenchmarkServiceProcesses.Service scheduler, Scenario scenario, Delays delays)
            throws IOException, InterruptedException {
        Report report = new Report("planetlab").figure("nodes", nodes).figure("pods", pods);
        double ready = scheduler.awaitReady();
        awaitSignals(scheduler);
        double idleMib = residentMib(scheduler);
        progress.printf("scheduler-service was ready after %.1f s; creating %d pods%n", ready, pods);
        double cpuBefore = scheduler.process().cpuSeconds();
        long start = System.nanoTime();
        long end;
        try (SharedIndexInformer<Pod> watch = cluster.watchPods()) {
            cluster.createPods(scenario.pods());
            end = new DecisionProgress(watch, progress, Duration.ofMinutes(minutes)).awaitDecided(pods);
        }
        double seconds = (end - start) / 1e9;
        Verifier.Verdict verdict =
                new Verifier(delays, scenario.nodeNames(), scenario.nodes()).verify(cluster.placements());
        verdict(report, verdict);
        report.figure("seconds", seconds)
                .figure("pods_per_s", pods / seconds)
                .figure("scheduler_cpu_s", scheduler.process().cpuSeconds() - cpuBefore)
                .figure("start_to_ready_s", ready)
                .figure("idle_resident_mib", idleMib)
                .figure("resident_mib", residentMib(scheduler));
        return report.bar("start_to_ready_s", LONGEST_START_SECONDS, ready)
                .bar("resident_mib", MOST_MEMORY_MIB, residentMib(scheduler));
    }

    private static void verdict(Report report, Verifier.Verdict verdict) {
        report.figure("bound", verdict.bound())
                .figure("unschedulable", verdict.unschedulable())
                .bar("violated", 0, verdict.violated())
                .bar("untruthful", 0, verdict.untruthful())
                .bar("undecided", 0, verdict.undecided())
                .bar("overcommitted_nodes", 0, verdict.overcommitted());
    }

    /** Waits until the scheduler knows the times from every node; pods created earlier would only wait for them. */
    private void awaitSignals(BenchmarkServiceProcesses.Service scheduler) throws InterruptedException {
        long start = System.nanoTime();
        URI lastNode = scheduler.address().resolve("/api/v1/nodes?limit=1&continue=" + Scenario.nodeName(nodes - 2));
        while (scheduler
                .process()
                .get(lastNode)
                .filter(answer -> answer.body().contains("\"known\":" + (nodes - 1)))
                .isEmpty()) {
            if (!scheduler.process().isAlive() || System.nanoTime() - start > SIGNALS_LIMIT.toNanos()) {
                throw new IllegalStateException("scheduler-service does not learn the round-trip times; see its log");
            }
            TimeUnit.MILLISECONDS.sleep(200);
        }
    }

    private static double residentMib(BenchmarkServiceProcesses.Service service) {
        return ProcStat.mebibytes(service.process().pid(), "VmRSS");
    }

    private static Path root() {
        return Path.of(System.getProperty("edgewise.root", "")).toAbsolutePath();
    }
}
