package dev.edgewise.benchmarks.throughput;

import dev.edgewise.benchmarks.throughput.api.ClusterApi;
import dev.edgewise.benchmarks.throughput.figures.Burst;
import dev.edgewise.benchmarks.throughput.load.BenchmarkLoad;
import dev.edgewise.benchmarks.throughput.load.BindingWatch;
import dev.edgewise.benchmarks.throughput.load.LoadObjects;
import dev.edgewise.benchmarks.throughput.load.ScheduledEvents;
import dev.edgewise.benchmarks.throughput.load.Verifier;
import dev.edgewise.benchmarks.throughput.process.CpuMeter;
import dev.edgewise.benchmarks.throughput.process.CpuUse;
import dev.edgewise.testkit.ServiceProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * Measures one burst: pods wait, a scheduler starts, the clock runs until all are bound; then everything is checked and
 * removed.
 */
final class BurstRunner {
    /** A scheduler that binds nothing for so long will not. */
    private static final Duration STALLED = Duration.ofSeconds(90);

    private static final Duration EVENTS_LIMIT = Duration.ofSeconds(30);
    private static final int MOST_NAMED = 5;

    private final ClusterApi api;
    private final BenchmarkLoad load;
    private final CpuMeter meter;
    private final Progress progress;
    private int bursts;

    BurstRunner(ClusterApi api, BenchmarkLoad load, CpuMeter meter, Progress progress) {
        this.api = api;
        this.load = load;
        this.meter = meter;
        this.progress = progress;
    }

    /**
     * Creates pods that wait, lets the scheduler go, measures.
     *
     * @param standing the scheduler, which stands still; null if {@code go} is what starts it
     * @param extender that the scheduler asks; null if it asks none
     * @param go starts it or resumes it
     */
    Burst measure(
            ComparedScheduler contestant,
            int pods,
            @Nullable ServiceProcess standing,
            @Nullable ServiceProcess extender,
            Callable<ServiceProcess> go)
            throws Exception {
        List<String> names = load.createPods("burst-" + bursts++, pods, contestant.scheduler());
        collectGarbage();
        meter.awaitIdle();
        String revision = load.revision();
        try (BindingWatch watch = new BindingWatch(api, revision, pods)) {
            CpuUse before = meter.read(standing, extender);
            long start = System.nanoTime();
            ServiceProcess scheduler = go.call();
            await(watch, scheduler, pods);
            CpuUse binding = meter.read(scheduler, extender).since(before);
            ScheduledEvents events = ScheduledEvents.read(api, revision, pods, EVENTS_LIMIT);
            CpuUse whole = meter.read(scheduler, extender).since(before);
            require(new Verifier(load.nodes(), LoadObjects.PODS_PER_NODE)
                    .violations(names, load.pods(), events.messages()));
            load.deletePods(names);
            return new Burst(
                    pods,
                    (watch.first() - start) / 1e9,
                    (watch.last() - start) / 1e9,
                    Math.max(0, events.last() - watch.last()) / 1e9,
                    binding,
                    whole);
        }
    }

    /** Measures a burst without an extender. */
    Burst measure(
            ComparedScheduler contestant, int pods, @Nullable ServiceProcess standing, Callable<ServiceProcess> go)
            throws Exception {
        return measure(contestant, pods, standing, null, go);
    }

    /** Lets the scheduler bind pods as they come, unmeasured. */
    void feed(ComparedScheduler contestant, int pods, ServiceProcess scheduler)
            throws IOException, InterruptedException {
        try (BindingWatch watch = new BindingWatch(api, load.revision(), pods)) {
            List<String> names = load.createPods("warm-up-" + bursts++, pods, contestant.scheduler());
            await(watch, scheduler, pods);
            load.deletePods(names);
        }
    }

    /**
     * A collection takes half a second of CPU and more: whether one falls into a burst must not depend on what went
     * before.
     */
    private void collectGarbage() throws IOException {
        if (!api.collectGarbage()) {
            progress.say("The API server did not collect its garbage: bursts in which it does are slower");
        }
    }

    private static void await(BindingWatch watch, ServiceProcess scheduler, int pods)
            throws IOException, InterruptedException {
        long missing = pods;
        long since = System.nanoTime();
        while (!watch.await(Duration.ofSeconds(1))) {
            scheduler.requireAlive();
            if (watch.missing() < missing) {
                missing = watch.missing();
                since = System.nanoTime();
            } else if (System.nanoTime() - since > STALLED.toNanos()) {
                throw new IllegalStateException(scheduler + " has left " + missing + " of " + pods
                        + " pods unbound and bound none for " + STALLED.toSeconds() + " s; see its log");
            }
        }
    }

    private static void require(List<String> violations) {
        if (!violations.isEmpty()) {
            throw new IllegalStateException(violations.size() + " violations: "
                    + String.join("; ", violations.subList(0, Math.min(MOST_NAMED, violations.size()))));
        }
    }
}
