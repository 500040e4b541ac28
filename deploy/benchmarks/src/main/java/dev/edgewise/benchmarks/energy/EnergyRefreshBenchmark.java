package dev.edgewise.benchmarks.energy;

import dev.edgewise.benchmarks.probe.BigCluster;
import dev.edgewise.benchmarks.report.BenchmarkCommand;
import dev.edgewise.benchmarks.report.Report;
import dev.edgewise.benchmarks.service.ServiceCommandLine;
import dev.edgewise.testkit.FreePorts;
import dev.edgewise.testkit.ProcStat;
import dev.edgewise.testkit.RedisProcess;
import dev.edgewise.testkit.ServiceProcess;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The service as deployed, on one processor, with a Redis, an API server with as many nodes as asked for, and a
 * Prometheus that has a new percentage for each of them at each poll. Needs Linux, which tells what a process costs.
 */
@Command(name = "energy-refresh", description = "What a minute of readings, levels and labels costs energy-adapter.")
public final class EnergyRefreshBenchmark extends BenchmarkCommand {
    private static final Duration START_LIMIT = Duration.ofMinutes(1);
    private static final Duration LABEL_LIMIT = Duration.ofMinutes(5);

    @Option(names = "--nodes", description = "Nodes.", defaultValue = "5000")
    private int nodes;

    @Option(names = "--minutes", description = "Minutes that are measured.", defaultValue = "3")
    private int minutes;

    @Option(names = "--warm-up", description = "Minutes before, from when all nodes are labelled.", defaultValue = "2")
    private int warmUp;

    @Option(
            names = "--app",
            paramLabel = "DIR",
            description = "What deploy/image/prepare made of energy-adapter; without it, its jar.")
    private @Nullable Path prepared;

    @Override
    protected Report measure() throws IOException, InterruptedException {
        Path log = Files.createTempDirectory("edgewise-energy-refresh").resolve("energy-adapter.log");
        progress.println("Its log is " + log + "; creating " + nodes + " nodes");
        int port = FreePorts.find();
        try (RedisProcess redis = RedisProcess.start();
                BigCluster cluster = new BigCluster(nodes, Math.max(1, nodes / 20));
                SimulatedPrometheus prometheus = new SimulatedPrometheus(nodes, cluster::name);
                ServiceProcess service = ServiceProcess.start(
                        "energy-adapter", command(cluster, prometheus, redis, port), Map.of(), log)) {
            Runtime.getRuntime().addShutdownHook(new Thread(service::kill));
            URI base = URI.create("http://127.0.0.1:" + port);
            double ready = service.awaitReady(base.resolve("/actuator/health/readiness"), START_LIMIT);
            progress.printf("ready after %.1f s%n", ready);
            return measure(service, cluster, ready);
        }
    }

    private List<String> command(BigCluster cluster, SimulatedPrometheus prometheus, RedisProcess redis, int port)
            throws IOException {
        List<String> command = ServiceCommandLine.of("energy-adapter", prepared);
        List<String> properties = new ArrayList<>(List.of(
                "server.port=" + port,
                "edgewise.security.auth=none",
                "edgewise.energy-adapter.sources[0].type=prometheus",
                "edgewise.energy-adapter.prometheus.url=" + prometheus.url(),
                "edgewise.energy-adapter.prometheus.queries=node_power_supply_capacity",
                "edgewise.kubernetes.kubeconfig=" + cluster.kubeconfig()));
        properties.addAll(redis.properties());
        properties.forEach(property -> command.add("--" + property));
        return command;
    }

    private Report measure(ServiceProcess service, BigCluster cluster, double ready)
            throws IOException, InterruptedException {
        double labelled = awaitLabels(service, cluster);
        for (int minute = 1; minute <= warmUp; minute++) {
            pass(service, "warm-up", minute);
        }
        double begin = service.cpuSeconds();
        Map<String, Double> threads = ProcStat.cpuSecondsByThread(service.pid());
        for (int minute = 1; minute <= minutes; minute++) {
            pass(service, "minute", minute);
        }
        double cpu = (service.cpuSeconds() - begin) / minutes;
        show(threads, ProcStat.cpuSecondsByThread(service.pid()));
        double resident = ProcStat.mebibytes(service.pid(), "VmRSS");
        return new Report("energy-refresh")
                .figure("nodes", nodes)
                .figure("ready_s", ready)
                .figure("all_labelled_s", labelled)
                .figure("cpu_s_a_minute", cpu)
                .figure("resident_mib", resident)
                .figure("peak_mib", ProcStat.mebibytes(service.pid(), "VmHWM"))
                .figure("anonymous_mib", ProcStat.mebibytes(service.pid(), "RssAnon"))
                .bar("ready_s", 6, ready)
                .bar("cpu_s_a_minute", 1, cpu)
                .bar("resident_mib", 256, resident);
    }

    private double awaitLabels(ServiceProcess service, BigCluster cluster) throws InterruptedException {
        long begin = System.nanoTime();
        while (cluster.withLabel("energy-status") < nodes) {
            service.requireAlive();
            if (System.nanoTime() - begin > LABEL_LIMIT.toNanos()) {
                throw new IllegalStateException("not all nodes were labelled within " + LABEL_LIMIT);
            }
            TimeUnit.SECONDS.sleep(1);
        }
        double seconds = (System.nanoTime() - begin) / 1e9;
        progress.printf("all nodes labelled after %.0f s%n", seconds);
        return seconds;
    }

    private void pass(ServiceProcess service, String name, int number) throws InterruptedException {
        double before = service.cpuSeconds();
        TimeUnit.MINUTES.sleep(1);
        service.requireAlive();
        progress.printf(
                "%s %d: cpu %.2f s, resident %.0f MiB%n",
                name, number, service.cpuSeconds() - before, ProcStat.mebibytes(service.pid(), "VmRSS"));
    }

    private void show(Map<String, Double> from, Map<String, Double> to) {
        Map<String, Double> each = new TreeMap<>();
        to.forEach((name, cpu) -> {
            double seconds = (cpu - from.getOrDefault(name, 0.0)) / minutes;
            if (seconds >= 0.005) {
                each.put(name, Math.round(seconds * 1e3) / 1e3);
            }
        });
        progress.println("seconds of processor time a minute, by thread: " + each);
    }
}
