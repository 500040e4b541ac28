package dev.edgewise.benchmarks.throughput;

import dev.edgewise.benchmarks.report.BenchmarkCommand;
import dev.edgewise.benchmarks.report.Report;
import dev.edgewise.benchmarks.throughput.api.ClusterApi;
import dev.edgewise.benchmarks.throughput.callers.DaemonWorkloads;
import dev.edgewise.benchmarks.throughput.callers.RepeatingCallers;
import dev.edgewise.benchmarks.throughput.figures.Burst;
import dev.edgewise.benchmarks.throughput.figures.MinMedianMax;
import dev.edgewise.benchmarks.throughput.figures.PairedBurstRatio;
import dev.edgewise.benchmarks.throughput.load.BenchmarkLoad;
import dev.edgewise.benchmarks.throughput.process.CpuMeter;
import dev.edgewise.testkit.FreePorts;
import dev.edgewise.testkit.ResourceCloser;
import dev.edgewise.testkit.ServicePodMemory;
import dev.edgewise.testkit.ServiceProcess;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Pods bound in a second while others have the dearest pods explained, beside without. */
@Command(name = "explain", description = "Pods bound in a second while callers have pods explained, beside without.")
public final class BindingWhileExplainingBenchmark extends BenchmarkCommand {
    private static final double LEAST_RATIO = 0.8;

    @Option(names = "--nodes", description = "How many nodes.", defaultValue = "5000")
    private int nodes;

    @Option(names = "--pods", description = "How many pods wait.", defaultValue = "2000")
    private int pods;

    @Option(names = "--rounds", description = "How often with and without callers.", defaultValue = "3")
    private int rounds;

    @Option(names = "--warm-up", description = "How many pods are bound before.", defaultValue = "2000")
    private int warmUp;

    @Option(names = "--callers", description = "How many callers.", defaultValue = "32")
    private int callers;

    @Option(names = "--workloads", description = "How many workloads run on every node.", defaultValue = "5")
    private int workloads;

    @Mixin
    private final ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private final ApplicationOptions application = new ApplicationOptions();

    private final List<Burst> without = new ArrayList<>();
    private final List<Burst> with = new ArrayList<>();
    private final Progress say = new Progress(progress);
    private long answered;
    private long busy;
    private long failed;
    private long bytes;

    @Override
    protected Report measure() throws Exception {
        cluster.check();
        application.check();
        Path work = Files.createTempDirectory("edgewise-explain");
        progress.println("Logs are in " + work);
        try (ResourceCloser closer = new ResourceCloser()) {
            Path kubeconfig = cluster.kubeconfig(work, closer);
            ClusterApi api = cluster.api(kubeconfig, closer);
            LaunchCommands launches = new LaunchCommands(kubeconfig, work, application.application(), options(), work);
            progress.printf("Creating %d nodes with %d pods each%n", nodes, workloads);
            BenchmarkLoad load = closer.add(new BenchmarkLoad(api, nodes));
            load.create();
            DaemonWorkloads everywhere = closer.add(new DaemonWorkloads(api, workloads, load.nodes()));
            everywhere.create();
            int port = FreePorts.find();
            ServiceProcess scheduler =
                    closer.add(launches.edgewise(port).start("edgewise", work.resolve("edgewise.log")));
            URI address = URI.create("http://127.0.0.1:" + port + "/api/v1/explain");
            CpuMeter meter = new CpuMeter(kubeconfig);
            run(new BurstRunner(api, load, meter, say), meter, scheduler, address, everywhere.worstPod());
        }
        return report();
    }

    private void run(BurstRunner bursts, CpuMeter meter, ServiceProcess scheduler, URI address, String body)
            throws Exception {
        bursts.feed(ComparedScheduler.EDGEWISE, warmUp, scheduler);
        for (int round = 1; round <= rounds; round++) {
            without.add(burst(bursts, meter, scheduler, null, body));
            say.say(
                    "without %d/%d  %6.0f pods/s",
                    round, rounds, without.get(round - 1).podsPerSecond());
            with.add(burst(bursts, meter, scheduler, address, body));
            say.say(
                    "with    %d/%d  %6.0f pods/s",
                    round, rounds, with.get(round - 1).podsPerSecond());
        }
    }

    /** @param address where callers call; null without any */
    private Burst burst(
            BurstRunner bursts, CpuMeter meter, ServiceProcess scheduler, @Nullable URI address, String body)
            throws Exception {
        meter.awaitIdle(scheduler);
        scheduler.suspend();
        try (RepeatingCallers calling =
                address == null ? RepeatingCallers.none() : RepeatingCallers.start(address, body, callers)) {
            Burst burst = bursts.measure(ComparedScheduler.EDGEWISE, pods, scheduler, () -> {
                scheduler.resume();
                return scheduler;
            });
            answered += calling.answered();
            busy += calling.busy();
            failed += calling.failed();
            bytes += calling.bytes();
            return burst;
        }
    }

    private Report report() {
        MinMedianMax ratio = PairedBurstRatio.ratio(with, without, Burst::podsPerSecond);
        return new Report("explain")
                .figure("nodes", nodes)
                .figure("pods", pods)
                .figure("rounds", rounds)
                .figure("callers", callers)
                .figure("workloads", workloads)
                .figure("java", Runtime.version().toString())
                .figure(
                        "pods_per_s",
                        MinMedianMax.of(without, Burst::podsPerSecond).median())
                .figure(
                        "pods_per_s_with_callers",
                        MinMedianMax.of(with, Burst::podsPerSecond).median())
                .figure("bind_ratio", ratio.median())
                .figure("bind_ratio_min", ratio.min())
                .figure("answered", answered)
                .figure("answered_mb", bytes / 1e6)
                .figure("busy", busy)
                .figure("failed", failed)
                .barAtLeast("bind_ratio", LEAST_RATIO, ratio.median());
    }

    private List<String> options() {
        List<String> options = new ArrayList<>(ServicePodMemory.heapOptions("scheduler-service"));
        options.addAll(application.javaOptions());
        return options;
    }
}
