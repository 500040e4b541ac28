package dev.edgewise.benchmarks.slots;

import dev.edgewise.benchmarks.report.BenchmarkCommand;
import dev.edgewise.benchmarks.report.Percentiles;
import dev.edgewise.benchmarks.report.Report;
import dev.edgewise.benchmarks.service.MeasuredServiceOptions;
import dev.edgewise.benchmarks.slots.cluster.SlotCluster;
import dev.edgewise.benchmarks.throughput.ClusterOptions;
import dev.edgewise.benchmarks.throughput.api.ClusterApi;
import dev.edgewise.benchmarks.throughput.load.BenchmarkLoad;
import dev.edgewise.testkit.FreePorts;
import dev.edgewise.testkit.ProcStat;
import dev.edgewise.testkit.ResourceCloser;
import dev.edgewise.testkit.ServicePodMemory;
import dev.edgewise.testkit.ServiceProcess;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * scheduler-service with the heap of its pod beside many testbeds and jobs: how soon it is ready, with and without
 * slots in turn, and what it takes while all slots have pods. Needs Linux, which tells what a process takes.
 */
@Command(
        name = "slot-memory",
        description = "How soon scheduler-service is ready beside many slots and jobs, and what it takes.")
public final class SlotMemoryBenchmark extends BenchmarkCommand {
    private static final double SLOWEST = 1.1;
    private static final Duration START_LIMIT = Duration.ofMinutes(5);
    private static final int PATIENCE_SECONDS = 600;
    private static final int SLOTS_PER_NODE = 4;
    private static final int SLOTS_PER_JOB = 2;
    private static final double JOB_SECONDS = 30;

    @Option(names = "--nodes", description = "Nodes, with four slots each.", defaultValue = "500")
    private int nodes;

    @Option(names = "--testbeds", description = "Testbeds, each with a Scheduling.", defaultValue = "20")
    private int testbeds;

    @Option(names = "--jobs", description = "Jobs, with two slots each.", defaultValue = "1000")
    private int jobs;

    @Option(names = "--starts", description = "How often it is started with slots, and without.", defaultValue = "3")
    private int starts;

    @Mixin
    private final MeasuredServiceOptions pod = new MeasuredServiceOptions();

    @Mixin
    private final ClusterOptions cluster = new ClusterOptions();

    private final int port = FreePorts.find();

    @Override
    protected Report measure() throws Exception {
        cluster.check();
        Path work = Files.createTempDirectory("edgewise-slot-memory");
        progress.println("Logs are in " + work);
        try (ResourceCloser closer = new ResourceCloser()) {
            Path kubeconfig = cluster.kubeconfig(work, closer);
            ClusterApi api = cluster.api(kubeconfig, closer);
            BenchmarkLoad load = closer.add(new BenchmarkLoad(api, nodes));
            load.create();
            SlotCluster slots = closer.add(new SlotCluster(api));
            slots.create();
            slots.testbeds(testbeds, load.nodes(), SLOTS_PER_NODE, "Pods");
            Report report = new Report("slot-memory")
                    .figure("nodes", nodes)
                    .figure("slots", nodes * SLOTS_PER_NODE)
                    .figure("testbeds", testbeds)
                    .figure("jobs", jobs);
            full(api, slots, kubeconfig, work, report);
            soonReady(kubeconfig, work, report);
            return report;
        }
    }

    /** All slots have pods at a time; the Schedulings and jobs stay for the starts. */
    private void full(ClusterApi api, SlotCluster slots, Path kubeconfig, Path work, Report report) throws Exception {
        SlotHistory history = new SlotHistory();
        BatchRound round =
                new BatchRound(api, new BatchPlan(0, testbeds, jobs, SLOTS_PER_JOB, testbeds, JOB_SECONDS, false));
        try (ServiceProcess service = start(true, kubeconfig, work.resolve("full.log"))) {
            service.awaitReady(address("/actuator/health/readiness"), START_LIMIT);
            slots.awaitFree(nodes * SLOTS_PER_NODE, PATIENCE_SECONDS);
            progress.printf("%d slots are free: resident %.0f MiB%n", nodes * SLOTS_PER_NODE, size(service, "VmRSS"));
            report.figure("free_resident_mib", size(service, "VmRSS"));
            try (SimulatedKubelets kubelets = new SimulatedKubelets(api, history)) {
                kubelets.expect(round.planned());
                round.create();
                round.awaitEnd(PATIENCE_SECONDS, () -> {
                    kubelets.requireWorking();
                    service.requireAlive();
                });
                SlotUse use = new SlotUse(history.take());
                round.verify(use);
                round.require();
                report.figure("pods_at_a_time", use.mostAtATime());
            }
            double peak = size(service, "VmHWM");
            report.figure("anonymous_mib", size(service, "RssAnon"))
                    .figure("resident_mib", size(service, "VmRSS"))
                    .figure("peak_mib", peak)
                    .figure("major_faults", ProcStat.majorFaults(service.pid()))
                    .bar("peak_mib", ServicePodMemory.limitMebibytes("scheduler-service"), peak);
        }
    }

    private void soonReady(Path kubeconfig, Path work, Report report) throws Exception {
        List<Double> seconds = new ArrayList<>();
        List<Double> cpu = new ArrayList<>();
        for (int i = 0; i < starts; i++) {
            double[] without = ready(false, kubeconfig, work.resolve("without-" + i + ".log"));
            double[] with = ready(true, kubeconfig, work.resolve("with-" + i + ".log"));
            progress.printf(
                    "start %d: ready after %.1f s with slots, %.1f s without; %.1f and %.1f s of CPU%n",
                    i, with[0], without[0], with[1], without[1]);
            seconds.add(with[0] / without[0]);
            cpu.add(with[1] / without[1]);
        }
        report.figure("ready_with_to_without", median(seconds))
                .figure("ready_cpu_with_to_without", median(cpu))
                .bar("ready_cpu_with_to_without", SLOWEST, median(cpu));
    }

    /** Seconds until it is ready, and of processor time. */
    private double[] ready(boolean withSlots, Path kubeconfig, Path log) throws Exception {
        try (ServiceProcess service = start(withSlots, kubeconfig, log)) {
            double ready = service.awaitReady(address("/actuator/health/readiness"), START_LIMIT);
            return new double[] {ready, service.cpuSeconds()};
        }
    }

    private static double median(List<Double> values) {
        return values.isEmpty()
                ? Double.NaN
                : new Percentiles(
                                values.stream().mapToDouble(Double::doubleValue).toArray())
                        .at(50);
    }

    private ServiceProcess start(boolean withSlots, Path kubeconfig, Path log) {
        List<String> command = pod.command("scheduler-service");
        command.addAll(List.of(
                "--server.port=0",
                "--management.server.port=" + port,
                "--edgewise.security.auth=none",
                "--edgewise.leader-election.namespace=" + SlotCluster.NAMESPACE,
                "--edgewise.leader-election.name=" + UUID.randomUUID(),
                "--edgewise.kubernetes.kubeconfig=" + kubeconfig));
        if (withSlots) {
            command.addAll(SlotCluster.arguments());
        }
        ServiceProcess service = ServiceProcess.start("scheduler-service", command, Map.of(), log);
        Runtime.getRuntime().addShutdownHook(new Thread(service::kill));
        return service;
    }

    private URI address(String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }

    private static double size(ServiceProcess service, String field) {
        return ProcStat.mebibytes(service.pid(), field);
    }
}
