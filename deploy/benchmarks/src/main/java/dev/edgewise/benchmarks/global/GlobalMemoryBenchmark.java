package dev.edgewise.benchmarks.global;

import dev.edgewise.benchmarks.report.BenchmarkCommand;
import dev.edgewise.benchmarks.report.Report;
import dev.edgewise.benchmarks.service.MeasuredServiceOptions;
import dev.edgewise.benchmarks.throughput.ClusterOptions;
import dev.edgewise.benchmarks.throughput.api.ClusterApi;
import dev.edgewise.testkit.FreePorts;
import dev.edgewise.testkit.ProcStat;
import dev.edgewise.testkit.ResourceCloser;
import dev.edgewise.testkit.ServicePodMemory;
import dev.edgewise.testkit.ServiceProcess;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Measures start time and memory of global-scheduler on one processor, with a real API server and simulated members. It
 * runs as deployed, the API server has many requests, and the memory is what it takes once it knows all. Needs Linux,
 * which tells what a process takes.
 */
@Command(
        name = "global-memory",
        description = "How soon global-scheduler is ready beside many requests and members, and what it takes.")
public final class GlobalMemoryBenchmark extends BenchmarkCommand {
    private static final double MOST_SECONDS = 6;
    private static final double MOST_FAULTS = 60;
    private static final int PATIENCE_SECONDS = 600;
    private static final Duration START_LIMIT = Duration.ofMinutes(5);
    private static final String REQUEST =
            "{\"apiVersion\":\"edgewise.dev/v1alpha1\",\"kind\":\"GlobalRequest\",\"metadata\":{\"name\":\"known-%1$d\","
                    + "\"finalizers\":[\"edgewise.dev/global\"]},\"spec\":{\"clusters\":[[\"c%2$d\"],[\"c%3$d\",\"c%4$d\"]],"
                    + "\"manifests\":{\"inline\":\"apiVersion: apps/v1\\nkind: Deployment\\nmetadata: {name: known-%1$d}\\nspec:\\n  replicas: 3\\n"
                    + "  selector: {matchLabels: {app: known-%1$d}}\\n  template:\\n    metadata: {labels: {app: known-%1$d}}\\n"
                    + "    spec: {containers: [{name: main, image: app, resources: {requests: {cpu: 100m, memory: 64Mi}}}]}\\n\"}}}";
    private static final String STATUS =
            "{\"status\":{\"phase\":\"Completed\",\"observedGeneration\":1,\"failures\":0,\"attemptCount\":1,\"cluster\":\"c%1$d\","
                    + "\"startedAt\":\"2026-01-01T00:00:01Z\",\"endedAt\":\"2026-01-01T00:00:09Z\",\"message\":\"ready in c%1$d\","
                    + "\"attempts\":[{\"number\":1,\"round\":0,\"level\":0,\"cluster\":\"c%1$d\",\"clusterUid\":\"simulated\",\"phase\":\"Ready\","
                    + "\"startedAt\":\"2026-01-01T00:00:01Z\",\"deadline\":\"2026-01-01T00:05:01Z\",\"since\":\"2026-01-01T00:00:09Z\","
                    + "\"reason\":\"all 1 objects are ready\"}]}}";

    @Option(names = "--clusters", description = "Members.", defaultValue = "100")
    private int clusters;

    @Option(names = "--nodes", description = "Nodes of each member.", defaultValue = "5000")
    private int nodes;

    @Option(names = "--known", description = "Requests that are completed.", defaultValue = "10000")
    private int known;

    @Option(names = "--minutes", description = "Minutes from when all is known.", defaultValue = "3")
    private int minutes;

    @Mixin
    private final MeasuredServiceOptions pod = new MeasuredServiceOptions();

    @Mixin
    private final ClusterOptions cluster = new ClusterOptions();

    private final int port = FreePorts.find();

    @Override
    protected Report measure() throws Exception {
        cluster.check();
        Path work = Files.createTempDirectory("edgewise-global-memory");
        progress.println("Logs are in " + work);
        try (ResourceCloser closer = new ResourceCloser()) {
            Path kubeconfig = cluster.kubeconfig(work, closer);
            ClusterApi api = cluster.api(kubeconfig, closer);
            SimulatedMember member = closer.add(new SimulatedMember(nodes, new Random(1)));
            GlobalCluster global = closer.add(new GlobalCluster(api));
            global.create();
            fill(api, global, member);
            return run(kubeconfig, work.resolve("global-scheduler.log"), member);
        }
    }

    private void fill(ClusterApi api, GlobalCluster global, SimulatedMember member)
            throws IOException, InterruptedException {
        progress.printf("Creating %d requests and %d members%n", known, clusters);
        for (int i = 0; i < clusters; i++) {
            global.member("c" + i, member.url());
        }
        List<Integer> numbers = IntStream.range(0, known).boxed().toList();
        api.each(numbers, i -> {
            int first = i % clusters;
            api.create(
                    GlobalCluster.REQUESTS,
                    String.format(Locale.ROOT, REQUEST, i, first, (first + 1) % clusters, (first + 2) % clusters));
            api.patch(GlobalCluster.REQUESTS + "/known-" + i + "/status", String.format(Locale.ROOT, STATUS, first));
        });
    }

    private Report run(Path kubeconfig, Path log, SimulatedMember member) throws InterruptedException {
        List<String> command = pod.command("global-scheduler");
        command.addAll(GlobalCluster.arguments(kubeconfig, port));
        try (ServiceProcess service = ServiceProcess.start("global-scheduler", command, Map.of(), log)) {
            Runtime.getRuntime().addShutdownHook(new Thread(service::kill));
            double ready = service.awaitReady(address("/actuator/health/readiness"), START_LIMIT);
            progress.printf("ready after %.1f s%n", ready);
            double learned = awaitMembers(service);
            progress.printf("all members are known %.1f s later%n", learned);
            double begin = service.cpuSeconds();
            double faults = ProcStat.majorFaults(service.pid());
            double lists = member.lists();
            for (int minute = 1; minute <= minutes; minute++) {
                TimeUnit.MINUTES.sleep(1);
                service.requireAlive();
                progress.printf("minute %d: resident %.0f MiB%n", minute, size(service, "VmRSS"));
            }
            double peak = size(service, "VmHWM");
            double faultsAMinute = (ProcStat.majorFaults(service.pid()) - faults) / minutes;
            Report report = new Report("global-memory")
                    .figure("clusters", clusters)
                    .figure("nodes", nodes)
                    .figure("known", known)
                    .figure("ready_s", ready)
                    .figure("members_known_s", learned)
                    .figure("cpu_s_a_minute", (service.cpuSeconds() - begin) / minutes)
                    .figure("capacities_read_a_minute", (member.lists() - lists) / minutes)
                    .figure("major_faults_a_minute", faultsAMinute)
                    .figure("anonymous_mib", size(service, "RssAnon"))
                    .figure("resident_mib", size(service, "VmRSS"))
                    .figure("peak_mib", peak)
                    .bar("ready_s", MOST_SECONDS, ready);
            // The limit caps the size; where it is too small, the service waits for its own files.
            return pod.isLimited()
                    ? report.bar("major_faults_a_minute", MOST_FAULTS, faultsAMinute)
                    : report.bar("peak_mib", ServicePodMemory.limitMebibytes("global-scheduler"), peak);
        }
    }

    /** Waits until the capacity of all members is known; returns the seconds. */
    private double awaitMembers(ServiceProcess service) throws InterruptedException {
        long begin = System.nanoTime();
        String wanted = "\"nodes\":" + nodes;
        while (true) {
            String body = service.get(address("/api/v1/clusters?limit=" + clusters))
                    .map(answer -> answer.body())
                    .orElse("");
            int members = body.split(wanted, -1).length - 1;
            double seconds = (System.nanoTime() - begin) / 1e9;
            if (members == clusters) {
                return seconds;
            }
            service.requireAlive();
            if (seconds > PATIENCE_SECONDS) {
                throw new IllegalStateException(
                        "it knows the capacity of " + members + " of " + clusters + " members after " + seconds + " s");
            }
            TimeUnit.MILLISECONDS.sleep(200);
        }
    }

    private URI address(String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }

    private static double size(ServiceProcess service, String field) {
        return ProcStat.mebibytes(service.pid(), field);
    }
}
