package dev.edgewise.benchmarks.starvation;

import dev.edgewise.benchmarks.report.BenchmarkCommand;
import dev.edgewise.benchmarks.report.Percentiles;
import dev.edgewise.benchmarks.report.Report;
import dev.edgewise.scheduler.model.Pod;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Thousands of pods that no node takes, an event a second that could help them, and pods that fit. */
@Command(name = "starvation", description = "How long a pod that fits waits beside thousands that do not.")
public final class StarvationBenchmark extends BenchmarkCommand {
    private static final double LONGEST_MILLIS = 2_000;
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final int SAMPLES_A_SECOND = 5;
    private static final String TOO_MUCH = "1000";
    private static final String LITTLE = "100m";

    @Option(names = "--nodes", description = "Nodes of the cluster.", defaultValue = "5000")
    private int nodes;

    @Option(names = "--stuck", description = "Pods that fit nowhere.", defaultValue = "4000")
    private int stuck;

    @Option(names = "--seconds", description = "How long it is measured.", defaultValue = "60")
    private int seconds;

    private final Random random = new Random(7);
    private int pods;

    @Override
    protected Report measure() throws Exception {
        BusyScheduler scheduler = new BusyScheduler(7);
        try {
            for (int i = 0; i < nodes; i++) {
                scheduler.feed.node(ClusterObjects.node("n" + i));
            }
            for (int i = 0; i < stuck; i++) {
                scheduler.feed.pod(ClusterObjects.pod("stuck-" + i, pods++, TOO_MUCH));
            }
            scheduler.start();
            progress.println("first attempts of " + stuck + " pods ...");
            await(scheduler, () -> scheduler.waiting() >= stuck);
            progress.println("measuring for " + seconds + " s ...");
            return report(scheduler, samples(scheduler));
        } finally {
            scheduler.stop();
        }
    }

    /** Each second a pod ends, which wakes all that wait for room; in between pods come that fit. */
    private Map<String, Long> samples(BusyScheduler scheduler) throws InterruptedException {
        Map<String, Long> createdAt = new HashMap<>();
        scheduler.attempts.set(0);
        for (int second = 0; second < seconds; second++) {
            Pod ending = ClusterObjects.pod("ending-" + second, pods++, LITTLE).assignedTo("n0");
            scheduler.feed.pod(ending);
            scheduler.feed.podGone(ending.key());
            for (int i = 0; i < SAMPLES_A_SECOND; i++) {
                TimeUnit.MILLISECONDS.sleep(random.nextInt(2_000 / SAMPLES_A_SECOND));
                Pod pod = ClusterObjects.pod("fits-" + pods, pods++, LITTLE);
                createdAt.put(pod.key().name(), scheduler.ticker.nanos());
                scheduler.feed.pod(pod);
            }
        }
        return createdAt;
    }

    private Report report(BusyScheduler scheduler, Map<String, Long> createdAt) throws InterruptedException {
        long tried = scheduler.attempts.get();
        await(scheduler, () -> scheduler.hasBound(createdAt.keySet()));
        Percentiles waits = new Percentiles(createdAt.entrySet().stream()
                .mapToDouble(pod -> (scheduler.boundAt(pod.getKey()) - pod.getValue()) / 1e6)
                .toArray());
        return new Report("starvation")
                .figure("samples", createdAt.size())
                .figure("p50_ms", waits.at(50))
                .figure("p99_ms", waits.at(99))
                .figure("max_ms", waits.at(100))
                .figure("attempts_a_second", (double) tried / seconds)
                .bar("p99_ms", LONGEST_MILLIS, waits.at(99));
    }

    private interface Condition {
        boolean holds();
    }

    private static void await(BusyScheduler scheduler, Condition condition) throws InterruptedException {
        long begun = scheduler.ticker.nanos();
        while (!condition.holds()) {
            if (scheduler.ticker.since(begun).compareTo(PATIENCE) > 0) {
                throw new IllegalStateException("the scheduler is not done after " + PATIENCE.toSeconds() + " s");
            }
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }
}
