package dev.edgewise.benchmarks.global;

import dev.edgewise.benchmarks.report.BenchmarkCommand;
import dev.edgewise.benchmarks.report.Percentiles;
import dev.edgewise.benchmarks.report.Report;
import dev.edgewise.benchmarks.service.ServiceCommandLine;
import dev.edgewise.benchmarks.throughput.ClusterOptions;
import dev.edgewise.benchmarks.throughput.api.ClusterApi;
import dev.edgewise.benchmarks.throughput.load.BenchmarkLoad;
import dev.edgewise.testkit.FreePorts;
import dev.edgewise.testkit.ResourceCloser;
import dev.edgewise.testkit.ServiceProcess;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Measures how fast the global scheduler decides, with the code of the service and summaries of clusters in memory; or
 * with {@code --end-to-end}, how many requests the service completes with one real API server.
 */
@Command(name = "global", description = "Decisions of the global scheduler in memory, or requests end to end.")
public final class GlobalBenchmark extends BenchmarkCommand {
    private static final Duration START_LIMIT = Duration.ofMinutes(3);
    private static final int MEMBER_NODES = 100;
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

    @Option(names = "--end-to-end", description = "Requests by REST until their pods are ready, with one API server.")
    private boolean endToEnd;

    @Option(names = "--requests", description = "Requests with --end-to-end.", defaultValue = "2000")
    private int requests;

    @Option(names = "--in-flight", description = "Requests in flight with --end-to-end.", defaultValue = "1000")
    private int inFlight;

    @Option(
            names = "--app",
            paramLabel = "DIR",
            description = "What deploy/image/prepare made of global-scheduler; without it, its jar.")
    private @Nullable Path prepared;

    @Mixin
    private final ClusterOptions cluster = new ClusterOptions();

    @Override
    protected Report measure() throws Exception {
        return endToEnd ? requests() : decisions();
    }

    private Report requests() throws Exception {
        cluster.check();
        Path work = Files.createTempDirectory("edgewise-global");
        progress.println("Logs are in " + work);
        try (ResourceCloser closer = new ResourceCloser()) {
            Path kubeconfig = cluster.kubeconfig(work, closer);
            ClusterApi api = cluster.api(kubeconfig, closer);
            closer.add(new BenchmarkLoad(api, MEMBER_NODES)).create();
            GlobalCluster global = closer.add(new GlobalCluster(api));
            global.create();
            global.memberOfItself("here", kubeconfig);
            URI address = URI.create("http://127.0.0.1:" + FreePorts.find());
            List<String> command = ServiceCommandLine.of("global-scheduler", prepared);
            command.addAll(GlobalCluster.arguments(kubeconfig, address.getPort()));
            command.add("--edgewise.global.queue.maximum-in-flight=" + inFlight);
            ServiceProcess service = closer.add(
                    ServiceProcess.start("global-scheduler", command, Map.of(), work.resolve("global-scheduler.log")));
            service.awaitReady(address.resolve("/actuator/health/readiness"), START_LIMIT);
            EndToEndRun run = closer.add(new EndToEndRun(api, service, address));
            progress.printf("%d requests to warm up, then %d%n", requests / 2, requests);
            run.run("warm", requests / 2);
            double cpu = service.cpuSeconds();
            ApiServerLoad before = ApiServerLoad.of(api);
            run.run("r", requests);
            ApiServerLoad load = ApiServerLoad.of(api).since(before);
            Report report = new Report("global").figure("in_flight", inFlight);
            run.report(report, service.cpuSeconds() - cpu);
            progress.println("Calls of the API server for each request: " + load.table(requests));
            service.close();
            return withApiServer(report, load, new ApiServerBaselineRun(api, run.starter()));
        }
    }

    /** Adds what the API server has done, and what it would have done for plain clients in the place of the service. */
    private Report withApiServer(Report report, ApiServerLoad load, ApiServerBaselineRun alone) throws Exception {
        alone.run("alone-warm", requests / 2);
        double perSecond = alone.run("alone", requests);
        return report.figure("api_calls_a_request", load.callsPer(requests))
                .figure("api_server_cpu_ms_a_request", load.cpuMillisPer(requests))
                .figure("api_server_alone_per_s", perSecond);
    }

    private Report decisions() {
        progress.printf(
                "%d clusters of %d nodes, %d decisions after %d to warm up%n", clusters, nodes, decisions, warmUp);
        Random random = new Random(seed);
        Instant start = Instant.parse("2026-01-01T00:00:00Z");
        DecisionRun run = new DecisionRun(MemberSummaries.of(clusters, nodes, random, start), random, start);
        for (int i = 0; i < warmUp; i++) {
            run.decide();
        }
        double[] millis = new double[decisions];
        double[] cpuMillis = new double[decisions];
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        for (int i = 0; i < decisions; i++) {
            long cpu = threads.getCurrentThreadCpuTime();
            millis[i] = run.decide() / NANOS_OF_MILLI;
            cpuMillis[i] = (threads.getCurrentThreadCpuTime() - cpu) / NANOS_OF_MILLI;
        }
        Percentiles times = new Percentiles(millis);
        Percentiles cpuTimes = new Percentiles(cpuMillis);
        double perSecond = 1_000 / times.mean();
        return new Report("global")
                .figure("clusters", clusters)
                .figure("nodes", nodes)
                .figure("decisions", decisions)
                .figure("decisions_per_s", perSecond)
                .figure("p50_ms", times.at(50))
                .figure("p99_ms", times.at(99))
                .figure("max_ms", times.at(100))
                .figure("cpu_ms_a_decision", cpuTimes.mean())
                .figure("cpu_p99_ms", cpuTimes.at(99))
                .barAtLeast("decisions_per_s", LEAST_PER_SECOND, perSecond)
                .bar("p99_ms", LONGEST_MILLIS, times.at(99));
    }
}
