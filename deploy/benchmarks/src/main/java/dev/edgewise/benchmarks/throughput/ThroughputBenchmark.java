package dev.edgewise.benchmarks.throughput;

import dev.edgewise.benchmarks.report.BenchmarkCommand;
import dev.edgewise.benchmarks.report.Report;
import dev.edgewise.benchmarks.throughput.api.ApiAccess;
import dev.edgewise.benchmarks.throughput.figures.Rounds;
import dev.edgewise.benchmarks.throughput.load.Load;
import dev.edgewise.benchmarks.throughput.process.Closer;
import dev.edgewise.benchmarks.throughput.process.CpuMeter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** How many waiting pods our scheduler binds in a second, beside the stock kube-scheduler and a loop that only binds. */
@Command(name = "throughput", description = "Pods bound in a second: ours, the stock kube-scheduler, a bare loop.")
public final class ThroughputBenchmark extends BenchmarkCommand {
    @Mixin
    private final ThroughputOptions options = new ThroughputOptions();

    @Override
    protected Report measure() throws Exception {
        options.check();
        Path work = Files.createTempDirectory("edgewise-throughput");
        progress.println("Logs are in " + work);
        try (Closer closer = new Closer()) {
            Path kubeconfig = options.kubeconfig(work, closer);
            Launches launches = options.launches(kubeconfig, work);
            ApiAccess access = options.access(kubeconfig);
            Load load = closer.add(new Load(access, options.nodes()));
            progress.printf("Creating %d nodes%n", options.nodes());
            load.create();
            CpuMeter meter = new CpuMeter(kubeconfig);
            BurstRunner bursts = new BurstRunner(access, load, meter);
            Map<Contestant, Rounds> rounds =
                    new Contest(options.settings(work), launches, bursts, meter, closer, progress).run();
            return report(rounds);
        }
    }

    private Report report(Map<Contestant, Rounds> rounds) throws IOException {
        Report report = new Report("throughput")
                .figure("nodes", options.nodes())
                .figure("pods", options.pods())
                .figure("warm_up", options.warmUp())
                .figure("java", Runtime.version().toString());
        Summary summary = new Summary(rounds, options.nodes());
        summary.addTo(report);
        progress.print(summary.table());
        return report;
    }
}
