package dev.edgewise.benchmarks.throughput;

import dev.edgewise.benchmarks.report.Report;
import dev.edgewise.benchmarks.throughput.figures.Burst;
import dev.edgewise.benchmarks.throughput.figures.ColdAndWarmBursts;
import dev.edgewise.benchmarks.throughput.figures.MinMedianMax;
import dev.edgewise.benchmarks.throughput.figures.PairedBurstRatio;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Summary of the rounds: medians, ratios, targets. The targets hold for 500 nodes and more; smaller clusters have none.
 */
record Summary(Map<ComparedScheduler, ColdAndWarmBursts> rounds, int nodes) {
    private static final int BAR_NODES = 500;
    private static final int MANY_NODES = 5_000;
    private static final double LATEST_EVENT_SECONDS = 10;

    /** Adds figures and bars. */
    Report addTo(Report report) {
        rounds.forEach((contestant, bursts) -> figures(report, key(contestant), bursts));
        compare(report, "edgewise_to_stock", warm(ComparedScheduler.STOCK), isLarge() ? 2 : 1.5, nodes >= BAR_NODES);
        compare(report, "edgewise_to_bare_loop", warm(ComparedScheduler.BARE_LOOP), 0.9, nodes >= BAR_NODES);
        compare(report, "cold_edgewise_to_stock", cold(), 0.8, nodes >= BAR_NODES && !isLarge());
        compare(report, "with_slots_to_without", withSlots(), 0.95, nodes >= BAR_NODES);
        ColdAndWarmBursts ours = rounds.get(ComparedScheduler.EDGEWISE);
        if (ours != null) {
            report.bar(
                    "edgewise_events_s",
                    LATEST_EVENT_SECONDS,
                    MinMedianMax.of(ours.warm(), Burst::events).max());
        }
        return report;
    }

    /** Ratio of our pods per second to the other's. */
    MinMedianMax warm(ComparedScheduler other) {
        return ratio(other, ColdAndWarmBursts::warm, Burst::podsPerSecond);
    }

    /** Ratio of our pods per second beside slots to those without slots. */
    private MinMedianMax withSlots() {
        return PairedBurstRatio.ratio(
                rounds.getOrDefault(ComparedScheduler.EDGEWISE_WITH_SLOTS, new ColdAndWarmBursts())
                        .warm(),
                rounds.getOrDefault(ComparedScheduler.EDGEWISE, new ColdAndWarmBursts())
                        .warm(),
                Burst::podsPerSecond);
    }

    /**
     * Ratio of our pods per second to the stock kube-scheduler's, from the start of the process to the last binding.
     */
    MinMedianMax cold() {
        return ratio(ComparedScheduler.STOCK, ColdAndWarmBursts::cold, Burst::podsPerSecondFromStart);
    }

    private MinMedianMax ratio(
            ComparedScheduler other, Function<ColdAndWarmBursts, List<Burst>> which, ToDoubleFunction<Burst> figure) {
        ColdAndWarmBursts ours = rounds.getOrDefault(ComparedScheduler.EDGEWISE, new ColdAndWarmBursts());
        ColdAndWarmBursts theirs = rounds.getOrDefault(other, new ColdAndWarmBursts());
        return PairedBurstRatio.ratio(which.apply(ours), which.apply(theirs), figure);
    }

    private boolean isLarge() {
        return nodes >= MANY_NODES;
    }

    private static void compare(Report report, String key, MinMedianMax ratio, double bar, boolean hasBar) {
        if (ratio.isEmpty()) {
            return;
        }
        put(report, key, ratio);
        if (hasBar) {
            report.barAtLeast(key, bar, ratio.median());
        }
    }

    private static void figures(Report report, String key, ColdAndWarmBursts bursts) {
        List<Burst> warm = bursts.warm();
        put(report, key + "_pods_per_s", MinMedianMax.of(warm, Burst::podsPerSecond));
        report.figure(key + "_pods_per_s_from_start", median(warm, Burst::podsPerSecondFromStart))
                .figure(key + "_pods_per_s_with_events", median(warm, Burst::podsPerSecondWithEvents))
                .figure(key + "_first_binding_s", median(warm, Burst::first))
                .figure(key + "_events_s", MinMedianMax.of(warm, Burst::events).max())
                .figure(key + "_binding_cpu_s_per_1000", median(warm, burst -> burst.bindingCpuPer1000()
                        .scheduler()))
                .figure(key + "_cpu_s_per_1000", median(warm, burst -> burst.cpuPer1000()
                        .scheduler()))
                .figure(key + "_api_server_cpu_s_per_1000", median(warm, burst -> burst.cpuPer1000()
                        .apiServer()))
                .figure(key + "_etcd_cpu_s_per_1000", median(warm, burst -> burst.cpuPer1000()
                        .etcd()));
        if (!bursts.cold().isEmpty()) {
            put(report, key + "_cold_s", MinMedianMax.of(bursts.cold(), Burst::last));
            report.figure(key + "_cold_cpu_s", median(bursts.cold(), burst -> burst.whole()
                    .scheduler()));
        }
    }

    private static void put(Report report, String key, MinMedianMax spread) {
        report.figure(key, spread.median()).figure(key + "_min", spread.min()).figure(key + "_max", spread.max());
    }

    private static double median(List<Burst> bursts, ToDoubleFunction<Burst> figure) {
        return MinMedianMax.of(bursts, figure).median();
    }

    private static String key(ComparedScheduler contestant) {
        return contestant.toString().replace('-', '_');
    }
}
