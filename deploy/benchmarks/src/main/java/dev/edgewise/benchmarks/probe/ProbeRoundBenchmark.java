package dev.edgewise.benchmarks.probe;

import dev.edgewise.benchmarks.report.BenchmarkCommand;
import dev.edgewise.benchmarks.report.Report;
import dev.edgewise.testkit.RedisProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The service as deployed, with a Redis, an API server and as many agents as asked for, who report through HTTP. The
 * first ten minutes, when all is measured and estimated for the first time, and what follows.
 */
@Command(name = "probe-round", description = "What one round of measurements costs network-probe's coordinator.")
public final class ProbeRoundBenchmark extends BenchmarkCommand {
    /** Length of a round in the service; the benchmark speeds up time, with all that depends on it. */
    private static final int ROUND_MILLIS = 10_000;

    private static final int FIRST_ROUNDS = 60;

    @Option(names = "--nodes", description = "Nodes, with an agent each.", defaultValue = "5000")
    private int nodes;

    @Option(names = "--sites", description = "Sites of the nodes.", defaultValue = "250")
    private int sites;

    @Option(names = "--rounds", description = "Rounds; the first 60 are reported apart.", defaultValue = "100")
    private int rounds;

    @Option(
            names = "--speed",
            description = "How many times as fast as in truth; 5 fits ten minutes in two.",
            defaultValue = "5")
    private int speed;

    @Mixin
    private final ProbeOptions options = new ProbeOptions();

    /** Totals of all rounds so far: seconds of CPU time, pairs and rows written. */
    private record Totals(double cpu, double pairs, double rows) {
        static Totals of(ProbeService service) throws InterruptedException {
            return new Totals(
                    service.cpu(),
                    service.meter("edgewise.signal.values.written"),
                    service.meter("edgewise.signal.writes?tag=result:ok"));
        }
    }

    @Override
    protected Report measure() throws IOException, InterruptedException {
        Path work = Files.createTempDirectory("edgewise-probe-round");
        progress.println("Logs are in " + work + "; creating " + nodes + " nodes");
        try (RedisProcess redis = RedisProcess.start();
                BigCluster cluster = new BigCluster(nodes, sites);
                ProbeService service = ProbeService.start(options, properties(cluster, redis), work);
                SimulatedAgents agents = new SimulatedAgents(cluster, service.port())) {
            return measure(service, agents);
        }
    }

    private List<String> properties(BigCluster cluster, RedisProcess redis) throws IOException {
        List<String> properties = new ArrayList<>(List.of(
                "edgewise.network-probe.sources=agents",
                "edgewise.network-probe.agents.round=" + ROUND_MILLIS / speed + "ms",
                "edgewise.network-probe.agents.reports-per-second=" + 200 * speed,
                "edgewise.network-probe.agents.token-cache=" + 300 / speed + "s",
                "edgewise.network-probe.agents.half-life=" + 300 / speed + "s",
                "edgewise.network-probe.peers.window=" + 600 / speed + "s",
                "edgewise.network-probe.estimates.every=" + 600 / speed + "s",
                "edgewise.network-probe.publish.valid-for=" + 600 / speed + "s",
                "edgewise.network-probe.publish.keep=" + 1800 / speed + "s",
                "edgewise.kubernetes.kubeconfig=" + cluster.kubeconfig()));
        properties.addAll(redis.properties());
        return properties;
    }

    private Report measure(ProbeService service, SimulatedAgents agents) throws IOException, InterruptedException {
        List<Totals> totals = new ArrayList<>(List.of(Totals.of(service)));
        Map<String, Double> threads = service.cpuByThread();
        int first = Math.min(FIRST_ROUNDS, rounds);
        for (int round = 1; round <= rounds; round++) {
            totals.add(play(service, agents, round, totals.get(round - 1)));
            if (round == first) {
                showThreads(threads, service.cpuByThread(), round);
                threads = service.cpuByThread();
            }
        }
        showThreads(threads, service.cpuByThread(), Math.max(1, rounds - first));
        Report report = new Report("probe-round")
                .figure("nodes", nodes)
                .figure("rounds", rounds)
                .figure("speed", speed)
                .figure("pairs", service.meter("edgewise.rtt.measured.pairs"));
        figures(report, "first", totals.subList(0, first + 1));
        figures(report, "steady", totals.subList(first, totals.size()));
        return report.figure("resident_mib", service.mebibytes("VmHWM"))
                .figure("anonymous_mib", service.mebibytes("RssAnon"));
    }

    private Totals play(ProbeService service, SimulatedAgents agents, int round, Totals before)
            throws IOException, InterruptedException {
        long begun = System.nanoTime();
        agents.play(round);
        long took = System.nanoTime() - begun;
        TimeUnit.NANOSECONDS.sleep(Math.max(0, TimeUnit.MILLISECONDS.toNanos(ROUND_MILLIS / speed) - took));
        Totals now = Totals.of(service);
        progress.printf(
                "round %d: cpu %.2f s, played in %.1f s, written %.0f, in rows %.0f, resident %.0f MiB%n",
                round,
                now.cpu - before.cpu,
                took / 1e9,
                now.pairs - before.pairs,
                now.rows - before.rows,
                service.mebibytes("VmRSS"));
        return now;
    }

    private static void figures(Report report, String name, List<Totals> totals) {
        Totals from = totals.get(0);
        Totals to = totals.get(totals.size() - 1);
        int count = totals.size() - 1;
        double worst = Double.NaN;
        for (int round = 1; round < totals.size(); round++) {
            double cpu = totals.get(round).cpu - totals.get(round - 1).cpu;
            worst = Double.isNaN(worst) ? cpu : Math.max(worst, cpu);
        }
        report.figure(name + "_cpu_s", (to.cpu - from.cpu) / count)
                .figure(name + "_worst_cpu_s", worst)
                .figure(name + "_pairs_written", (to.pairs - from.pairs) / count)
                .figure(name + "_rows_written", (to.rows - from.rows) / count);
    }

    private void showThreads(Map<String, Double> from, Map<String, Double> to, int rounds) {
        Map<String, Double> each = new TreeMap<>();
        to.forEach((name, cpu) -> {
            double seconds = (cpu - from.getOrDefault(name, 0.0)) / rounds;
            if (seconds >= 0.005) {
                each.put(name, Math.round(seconds * 1e3) / 1e3);
            }
        });
        progress.println("seconds of processor time a round, by thread: " + each);
    }
}
