package dev.edgewise.benchmarks.rewards;

import dev.edgewise.benchmarks.report.BenchmarkCommand;
import dev.edgewise.benchmarks.report.Report;
import dev.edgewise.benchmarks.service.MeasuredServiceOptions;
import dev.edgewise.benchmarks.throughput.ClusterOptions;
import dev.edgewise.benchmarks.throughput.api.ClusterApi;
import dev.edgewise.benchmarks.throughput.load.BenchmarkLoad;
import dev.edgewise.testkit.FreePorts;
import dev.edgewise.testkit.ProcStat;
import dev.edgewise.testkit.RedisProcess;
import dev.edgewise.testkit.ResourceCloser;
import dev.edgewise.testkit.ServicePodMemory;
import dev.edgewise.testkit.ServiceProcess;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The service as deployed, on one processor, with a Redis and a real API server: how soon it is ready beside nodes
 * without pods, and what it takes once it has learned of all pods. Needs Linux, which tells what a process takes.
 */
@Command(
        name = "reward-memory",
        description = "How soon reward-monitor is ready, and what it takes in a large cluster.")
public final class RewardMemoryBenchmark extends BenchmarkCommand {
    private static final double MOST_FAULTS = 60;

    private static final Duration START_LIMIT = Duration.ofMinutes(5);
    private static final Duration LEARN_LIMIT = Duration.ofMinutes(10);
    private static final Pattern TYPES = Pattern.compile("(?m)^edgewise_rewards_types\\S* ([0-9.E+]+)$");

    @Option(names = "--nodes", description = "Nodes of the large cluster.", defaultValue = "5000")
    private int nodes;

    @Option(names = "--pods", description = "Pods of the large cluster.", defaultValue = "150000")
    private int pods;

    @Option(names = "--few", description = "Nodes when it is timed how soon it is ready.", defaultValue = "500")
    private int few;

    @Option(names = "--minutes", description = "Minutes from when all is learned.", defaultValue = "3")
    private int minutes;

    @Mixin
    private final MeasuredServiceOptions pod = new MeasuredServiceOptions();

    @Mixin
    private final ClusterOptions cluster = new ClusterOptions();

    private final int port = FreePorts.find();

    @Override
    protected Report measure() throws Exception {
        cluster.check();
        Path work = Files.createTempDirectory("edgewise-reward-memory");
        progress.println("Logs are in " + work);
        try (ResourceCloser closer = new ResourceCloser()) {
            Path kubeconfig = cluster.kubeconfig(work, closer);
            ClusterApi api = cluster.api(kubeconfig, closer);
            Report report = new Report("reward-memory").figure("nodes", nodes).figure("pods", pods);
            soonReady(api, kubeconfig, work, report);
            large(api, kubeconfig, work, report);
            return report;
        }
    }

    private void soonReady(ClusterApi api, Path kubeconfig, Path work, Report report) throws Exception {
        try (BenchmarkLoad load = new BenchmarkLoad(api, few);
                RedisProcess redis = RedisProcess.start()) {
            load.create();
            try (ServiceProcess service = start(kubeconfig, redis, work.resolve("few.log"))) {
                double ready = service.awaitReady(address("/actuator/health/readiness"), START_LIMIT);
                double cpu = service.cpuSeconds();
                progress.printf("%d nodes: ready after %.1f s%n", few, ready);
                report.figure("few_nodes", few)
                        .figure("ready_s", ready)
                        .figure("ready_cpu_s", cpu)
                        .bar("ready_s", 6, ready);
            }
        }
    }

    private void large(ClusterApi api, Path kubeconfig, Path work, Report report) throws Exception {
        try (BenchmarkLoad load = new BenchmarkLoad(api, nodes);
                RunningPods running = new RunningPods(api, load.nodes());
                RedisProcess redis = RedisProcess.start()) {
            progress.printf("Creating %d nodes and %d pods%n", nodes, pods);
            load.create();
            running.create(pods);
            try (ServiceProcess service = start(kubeconfig, redis, work.resolve("large.log"))) {
                double ready = service.awaitReady(address("/actuator/health/readiness"), START_LIMIT);
                progress.printf("%d nodes and %d pods: ready after %.1f s%n", nodes, pods, ready);
                awaitLearned(service);
                double begin = service.cpuSeconds();
                double faults = ProcStat.majorFaults(service.pid());
                for (int minute = 1; minute <= minutes; minute++) {
                    TimeUnit.MINUTES.sleep(1);
                    service.requireAlive();
                    progress.printf("minute %d: resident %.0f MiB%n", minute, size(service, "VmRSS"));
                }
                double peak = size(service, "VmHWM");
                double faultsAMinute = (ProcStat.majorFaults(service.pid()) - faults) / minutes;
                report.figure("large_ready_s", ready)
                        .figure("cpu_s_a_minute", (service.cpuSeconds() - begin) / minutes)
                        .figure("major_faults_a_minute", faultsAMinute)
                        .figure("anonymous_mib", size(service, "RssAnon"))
                        .figure("resident_mib", size(service, "VmRSS"))
                        .figure("peak_mib", peak);
                if (!pod.isLimited()) {
                    report.bar("peak_mib", ServicePodMemory.limitMebibytes("reward-monitor"), peak);
                } else {
                    // The limit caps the size; where it is too small, the service waits for its own files.
                    report.bar("major_faults_a_minute", MOST_FAULTS, faultsAMinute);
                }
            }
        }
    }

    private ServiceProcess start(Path kubeconfig, RedisProcess redis, Path log) {
        List<String> command = pod.command("reward-monitor");
        command.addAll(List.of(
                "--server.port=" + port,
                "--edgewise.security.auth=none",
                "--edgewise.kubernetes.kubeconfig=" + kubeconfig));
        redis.properties().forEach(property -> command.add("--" + property));
        ServiceProcess service = ServiceProcess.start("reward-monitor", command, Map.of(), log);
        Runtime.getRuntime().addShutdownHook(new Thread(service::kill));
        return service;
    }

    private void awaitLearned(ServiceProcess service) throws InterruptedException {
        long begin = System.nanoTime();
        while (types(service) < RunningPods.types(pods)) {
            service.requireAlive();
            if (System.nanoTime() - begin > LEARN_LIMIT.toNanos()) {
                throw new IllegalStateException("it knows " + types(service) + " of " + RunningPods.types(pods)
                        + " types after " + LEARN_LIMIT.toMinutes() + " min");
            }
            TimeUnit.SECONDS.sleep(1);
        }
    }

    private double types(ServiceProcess service) throws InterruptedException {
        Matcher value = TYPES.matcher(service.get(address("/actuator/prometheus"))
                .map(answer -> answer.body())
                .orElse(""));
        return value.find() ? Double.parseDouble(value.group(1)) : 0;
    }

    private URI address(String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }

    private static double size(ServiceProcess service, String field) {
        return ProcStat.mebibytes(service.pid(), field);
    }
}
