package dev.edgewise.benchmarks.throughput;

import dev.edgewise.benchmarks.report.BenchmarkCommand;
import dev.edgewise.benchmarks.report.Report;
import dev.edgewise.benchmarks.slots.cluster.SlotCluster;
import dev.edgewise.benchmarks.throughput.api.ClusterApi;
import dev.edgewise.benchmarks.throughput.figures.ColdAndWarmBursts;
import dev.edgewise.benchmarks.throughput.load.BenchmarkLoad;
import dev.edgewise.benchmarks.throughput.process.CpuMeter;
import dev.edgewise.testkit.ResourceCloser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * Benchmark of the number of waiting pods that our scheduler binds in a second, beside the stock kube-scheduler and a
 * loop that only binds.
 */
@Command(name = "throughput", description = "Pods bound in a second: ours, the stock kube-scheduler, a bare loop.")
public final class ThroughputBenchmark extends BenchmarkCommand {
    @Mixin
    private final LoadOptions load = new LoadOptions();

    @Mixin
    private final ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private final ApplicationOptions application = new ApplicationOptions();

    @Override
    protected Report measure() throws Exception {
        load.check();
        cluster.check();
        application.check();
        Path work = Files.createTempDirectory("edgewise-throughput");
        progress.println("Logs are in " + work);
        try (ResourceCloser closer = new ResourceCloser()) {
            return measure(load.settings(work), closer);
        }
    }

    private Report measure(SchedulerComparisonSettings settings, ResourceCloser closer) throws Exception {
        Path kubeconfig = cluster.kubeconfig(settings.logs(), closer);
        ClusterApi api = cluster.api(kubeconfig, closer);
        LaunchCommands launches = launches(kubeconfig, settings.logs());
        progress.printf("Creating %d nodes%n", load.nodes());
        BenchmarkLoad created = closer.add(new BenchmarkLoad(api, load.nodes()));
        created.create();
        SlotCluster slots = closer.add(new SlotCluster(api));
        if (load.slots() > 0) {
            hold(slots, created);
        }
        CpuMeter meter = new CpuMeter(kubeconfig);
        Progress say = new Progress(progress);
        BurstRunner bursts = new BurstRunner(api, created, meter, say);
        Map<ComparedScheduler, ColdAndWarmBursts> rounds =
                new SchedulerComparisonRun(settings, launches, bursts, meter, closer, say).run();
        slots.requireFree(load.slots());
        Summary summary = new Summary(rounds, load.nodes());
        progress.print(new SummaryTable(summary).text());
        return summary.addTo(settings.describe(new Report("throughput").figure("nodes", load.nodes())));
    }

    private void hold(SlotCluster slots, BenchmarkLoad created) throws IOException, InterruptedException {
        int nodes = load.slots() / LoadOptions.SLOTS_PER_NODE;
        slots.create();
        // Pods that hold slots would be there for all contestants.
        slots.testbeds(1, created.nodes().subList(0, nodes), LoadOptions.SLOTS_PER_NODE, "Placeholder");
    }

    /** Makes what is missing; slow, so before anything that others wait for. */
    private LaunchCommands launches(Path kubeconfig, Path work) throws IOException, InterruptedException {
        boolean ours = load.contestants().contains(ComparedScheduler.EDGEWISE) || load.slots() > 0;
        boolean stock = load.contestants().contains(ComparedScheduler.STOCK);
        return new LaunchCommands(
                kubeconfig,
                work,
                ours ? application.application() : SchedulerServiceJavaOptions.NONE,
                application.javaOptions(),
                stock ? cluster.programs() : work);
    }
}
