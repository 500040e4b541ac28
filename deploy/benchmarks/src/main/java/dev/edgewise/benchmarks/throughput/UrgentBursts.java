package dev.edgewise.benchmarks.throughput;

import dev.edgewise.benchmarks.throughput.api.ClusterApi;
import dev.edgewise.benchmarks.throughput.load.BenchmarkLoad;
import dev.edgewise.benchmarks.throughput.load.BindingWatch;
import dev.edgewise.benchmarks.throughput.preemption.FullNodes;
import dev.edgewise.benchmarks.throughput.process.CpuMeter;
import dev.edgewise.testkit.ServiceProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * One burst after the other: urgent pods wait while the scheduler is suspended; it resumes, the clock runs until all
 * are bound.
 */
final class UrgentBursts {
    private static final Duration STALLED = Duration.ofMinutes(5);

    private final ClusterApi api;
    private final BenchmarkLoad load;
    private final FullNodes full;
    private final CpuMeter meter;
    private int bursts;

    /** @param victims how many pods were evicted */
    record Result(double seconds, int victims) {}

    UrgentBursts(ClusterApi api, BenchmarkLoad load, FullNodes full, CpuMeter meter) {
        this.api = api;
        this.load = load;
        this.full = full;
        this.meter = meter;
    }

    /** Measures a burst; all nodes are full before, and again afterwards. */
    Result measure(ComparedScheduler contestant, int count, ServiceProcess scheduler) throws Exception {
        meter.awaitIdle(scheduler);
        scheduler.suspend();
        List<String> urgent = full.createUrgent(contestant + "-" + bursts++, count, contestant.scheduler());
        meter.awaitIdle();
        String revision = load.revision();
        try (BindingWatch watch = new BindingWatch(api, revision, count)) {
            long start = System.nanoTime();
            scheduler.resume();
            await(watch, scheduler, start);
            double seconds = (watch.last() - start) / 1e9;
            List<String> violations = full.violations(urgent);
            if (!violations.isEmpty()) {
                throw new IllegalStateException(violations.size() + " violations, the first: " + violations.get(0));
            }
            return new Result(seconds, full.refill(urgent));
        }
    }

    private static void await(BindingWatch watch, ServiceProcess scheduler, long start)
            throws IOException, InterruptedException {
        while (!watch.await(Duration.ofSeconds(1))) {
            scheduler.requireAlive();
            if (System.nanoTime() - start > STALLED.toNanos()) {
                throw new IllegalStateException(scheduler + " has left " + watch.missing()
                        + " urgent pods unbound after " + STALLED.toSeconds() + " s; see its log");
            }
        }
    }
}
