package dev.edgewise.benchmarks.throughput;

import dev.edgewise.benchmarks.throughput.figures.Burst;
import dev.edgewise.benchmarks.throughput.figures.ColdAndWarmBursts;
import dev.edgewise.benchmarks.throughput.process.CpuMeter;
import dev.edgewise.testkit.ResourceCloser;
import dev.edgewise.testkit.ServiceProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/**
 * The contestants in turn, round by round, so that a machine that drifts does so for all of them: first cold, each a
 * new process; then, after their warm-up, warm. Only the one whose turn it is runs; the others stand still.
 */
final class SchedulerComparisonRun {
    /** Nodes have room for that many, and the API server has not too many to delete at once. */
    private static final int BATCH = 2_000;
    /** Number of pods that show that a suspended scheduler has caught up. */
    private static final int PRIMER = 20;

    private final SchedulerComparisonSettings settings;
    private final LaunchCommands launches;
    private final BurstRunner bursts;
    private final CpuMeter meter;
    private final ResourceCloser closer;
    private final Progress progress;
    private final Map<ComparedScheduler, ServiceProcess> standing = new EnumMap<>(ComparedScheduler.class);
    private final Map<ComparedScheduler, ColdAndWarmBursts> results = new EnumMap<>(ComparedScheduler.class);

    SchedulerComparisonRun(
            SchedulerComparisonSettings settings,
            LaunchCommands launches,
            BurstRunner bursts,
            CpuMeter meter,
            ResourceCloser closer,
            Progress progress) {
        this.settings = settings;
        this.launches = launches;
        this.bursts = bursts;
        this.meter = meter;
        this.closer = closer;
        this.progress = progress;
    }

    /** All rounds. */
    Map<ComparedScheduler, ColdAndWarmBursts> run() throws Exception {
        for (int round = 1; settings.cold() && round <= settings.rounds(); round++) {
            for (ComparedScheduler contestant : settings.contestants()) {
                cold(contestant, round);
            }
        }
        for (ComparedScheduler contestant : settings.contestants()) {
            warmUp(contestant);
        }
        for (int round = 1; round <= settings.rounds(); round++) {
            for (ComparedScheduler contestant : settings.contestants()) {
                warm(contestant, round);
            }
        }
        return results;
    }

    /** The process of the last round stays. */
    private void cold(ComparedScheduler contestant, int round) throws Exception {
        Burst burst = bursts.measure(contestant, settings.pods(), null, () -> start(contestant));
        rounds(contestant).cold().add(burst);
        progress.say("cold %d/%d  %-10s %6.1f s", round, settings.rounds(), contestant, burst.last());
        ServiceProcess scheduler = standing(contestant);
        if (round < settings.rounds()) {
            scheduler.close();
        } else {
            meter.awaitIdle(scheduler);
            scheduler.suspend();
        }
    }

    private void warmUp(ComparedScheduler contestant) throws IOException, InterruptedException {
        int left = settings.warmUp();
        if (settings.cold()) {
            left -= settings.pods();
            standing(contestant).resume();
        } else {
            start(contestant);
        }
        ServiceProcess scheduler = standing(contestant);
        progress.say("warm-up   %-10s", contestant);
        for (; left > 0; left -= BATCH) {
            bursts.feed(contestant, Math.min(BATCH, left), scheduler);
        }
        meter.awaitIdle(scheduler);
        scheduler.suspend();
    }

    private void warm(ComparedScheduler contestant, int round) throws Exception {
        ServiceProcess scheduler = standing(contestant);
        scheduler.resume();
        bursts.feed(contestant, PRIMER, scheduler);
        meter.awaitIdle(scheduler);
        scheduler.suspend();
        Burst burst = bursts.measure(contestant, settings.pods(), scheduler, () -> {
            scheduler.resume();
            return scheduler;
        });
        rounds(contestant).warm().add(burst);
        progress.say("warm %d/%d  %-10s %6.0f pods/s", round, settings.rounds(), contestant, burst.podsPerSecond());
        meter.awaitIdle(scheduler);
        scheduler.suspend();
    }

    private ColdAndWarmBursts rounds(ComparedScheduler contestant) {
        return results.computeIfAbsent(contestant, none -> new ColdAndWarmBursts());
    }

    private ServiceProcess standing(ComparedScheduler contestant) {
        return Objects.requireNonNull(standing.get(contestant), "not started");
    }

    private ServiceProcess start(ComparedScheduler contestant) throws IOException {
        Path log = settings.logs().resolve(contestant + ".log");
        ServiceProcess scheduler = closer.add(launches.of(contestant).start(contestant.toString(), log));
        standing.put(contestant, scheduler);
        return scheduler;
    }
}
