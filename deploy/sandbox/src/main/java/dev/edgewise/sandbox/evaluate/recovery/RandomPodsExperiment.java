package dev.edgewise.sandbox.evaluate.recovery;

import dev.edgewise.sandbox.evaluate.Report;
import dev.edgewise.scheduler.framework.Profile;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.plugins.BuiltInProfiles;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Random pods on the nodes of a matrix, several runs for each kind of sizes. */
final class RandomPodsExperiment {
    private static final double MOST_DECISION_MS = 0.5;
    private static final double MOST_REFRESH_MS = 200;

    private final NodesWithTrueDelays site;
    private final int pods;
    private final int[] seeds;
    private final Duration optimizing;
    private final PrintWriter err;
    private final Profile profile = BuiltInProfiles.customScheduler();
    private final DecisionTimes all = new DecisionTimes();
    private double refreshMs;

    /** @param optimizing how long better backups are searched after each run; zero for not at all */
    RandomPodsExperiment(NodesWithTrueDelays site, int pods, int[] seeds, Duration optimizing, PrintWriter err) {
        this.site = site;
        this.pods = pods;
        this.seeds = seeds;
        this.optimizing = optimizing;
        this.err = err;
    }

    Report report(List<MemoryDistributions> sizes) {
        Report report = new Report("recovery")
                .figure("nodes", site.nodes().size())
                .figure("pods", pods)
                .figure("seeds", seeds.length);
        for (MemoryDistributions each : sizes) {
            RecoveryRunResult.of(site, profile, pods(each, warmUp()), warmUp());
            List<Run> runs =
                    IntStream.of(seeds).mapToObj(seed -> run(each, seed)).toList();
            add(each, runs.stream().map(Run::outcome).toList(), report);
            addOptimized(each, runs.stream().flatMap(Run::optimized).toList(), report);
        }
        double decisionMs = all.p99Ms();
        return report.figure("decision_p99_ms", decisionMs)
                .figure("decision_processor_p99_ms", all.processorP99Ms())
                .figure("refresh_ms", refreshMs)
                .atMost("decision_p99_ms", MOST_DECISION_MS, decisionMs)
                .atMost("refresh_ms", MOST_REFRESH_MS, refreshMs);
    }

    /** A seed that no run has. */
    private long warmUp() {
        return seeds[seeds.length - 1] + 1L;
    }

    private List<Pod> pods(MemoryDistributions sizes, long seed) {
        return RecoveryExperimentPods.random(site.delays().names(), pods, sizes, seed);
    }

    /** @param better empty where none was searched */
    private record Run(RecoveryRunResult outcome, Optional<OptimizerResult> better) {
        Stream<OptimizerResult> optimized() {
            return better.stream();
        }
    }

    private Run run(MemoryDistributions sizes, int seed) {
        SequentialPodPlacer placements = new SequentialPodPlacer(site, profile, seed);
        placements.place(pods(sizes, seed));
        RecoveryRunResult outcome = RecoveryRunResult.of(placements, site, pods);
        all.add(outcome.times());
        double refresh = new RttRefreshBenchmark(placements, site.delays()).medianMs();
        refreshMs = Math.max(refreshMs, refresh);
        err.printf(
                "%s, seed %d: reserve %.2f %%, %d uncovered pairs, %d unprotected, %d unplaced, recovered %.2f %%, "
                        + "decision p99 %.2f ms, refresh %.0f ms%n",
                sizes.label(),
                seed,
                outcome.reservePercent(),
                outcome.uncoveredPairs(),
                outcome.unprotected(),
                outcome.unplaced(),
                outcome.recoveredPercent(),
                outcome.times().p99Ms(),
                refresh);
        err.flush();
        return new Run(
                outcome,
                optimizing.isZero()
                        ? Optional.empty()
                        : Optional.of(OptimizerResult.of(placements, profile, optimizing, site, pods, seed)));
    }

    private static void addOptimized(MemoryDistributions sizes, List<OptimizerResult> runs, Report report) {
        if (runs.isEmpty()) {
            return;
        }
        List<RecoveryRunResult> outcomes =
                runs.stream().map(OptimizerResult::outcome).toList();
        double uncovered = sum(outcomes, RecoveryRunResult::uncoveredPairs);
        double recovered = outcomes.stream()
                .mapToDouble(RecoveryRunResult::recoveredPercent)
                .min()
                .orElse(Double.NaN);
        String prefix = sizes.label() + ".optimized_";
        report.figure(prefix + "reserve_percent", mean(outcomes, RecoveryRunResult::reservePercent))
                .figure(
                        prefix + "least_percent",
                        100 * mean(runs, run -> run.plan().leastShare()))
                .figure(prefix + "moves", mean(runs, run -> run.plan().moves().size()))
                .atMost(prefix + "uncovered_pairs", 0, uncovered)
                .bar(prefix + "recovered_percent", 100, recovered);
    }

    private static void add(MemoryDistributions sizes, List<RecoveryRunResult> outcomes, Report report) {
        double reserve = mean(outcomes, RecoveryRunResult::reservePercent);
        double uncovered = sum(outcomes, RecoveryRunResult::uncoveredPairs);
        double recovered = outcomes.stream()
                .mapToDouble(RecoveryRunResult::recoveredPercent)
                .min()
                .orElse(Double.NaN);
        String prefix = sizes.label() + ".";
        report.figure(prefix + "reserve_percent", reserve)
                .figure(prefix + "uncovered_pairs", uncovered)
                .figure(prefix + "unprotected", sum(outcomes, RecoveryRunResult::unprotected))
                .figure(prefix + "unplaced", sum(outcomes, RecoveryRunResult::unplaced))
                .figure(prefix + "unmet_needs", sum(outcomes, RecoveryRunResult::unmet))
                .figure(prefix + "recovered_percent", recovered)
                .atMost(prefix + "reserve_percent", sizes.mostReserve(), reserve)
                .atMost(prefix + "uncovered_pairs", 0, uncovered)
                .bar(prefix + "recovered_percent", 100, recovered);
    }

    private static <T> double mean(List<T> outcomes, ToDoubleFunction<T> figure) {
        return outcomes.stream().mapToDouble(figure).average().orElse(Double.NaN);
    }

    private static double sum(List<RecoveryRunResult> outcomes, ToDoubleFunction<RecoveryRunResult> figure) {
        return outcomes.stream().mapToDouble(figure).sum();
    }
}
