package dev.edgewise.benchmarks.throughput;

import dev.edgewise.benchmarks.report.Report;
import dev.edgewise.benchmarks.throughput.figures.Burst;
import dev.edgewise.benchmarks.throughput.figures.Comparison;
import dev.edgewise.benchmarks.throughput.figures.Rounds;
import dev.edgewise.benchmarks.throughput.figures.Spread;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** What the rounds come to: medians, ratios, bars. */
record Summary(Map<Contestant, Rounds> rounds, int nodes) {
    private static final int BAR_NODES = 500;
    private static final int MANY_NODES = 5_000;
    private static final double LATEST_EVENT_SECONDS = 10;

    /** Adds figures and bars. */
    void addTo(Report report) {
        rounds.forEach((contestant, bursts) -> figures(report, key(contestant), bursts));
        compare(report, Contestant.STOCK, "edgewise_to_stock", nodes >= MANY_NODES ? 2 : 1.5);
        compare(report, Contestant.BARE_LOOP, "edgewise_to_bare_loop", 0.9);
        cold(report);
        Rounds ours = rounds.get(Contestant.EDGEWISE);
        if (ours != null) {
            report.bar(
                    "events_s",
                    LATEST_EVENT_SECONDS,
                    spread(ours.warm(), Burst::events).max());
        }
    }

    private static void figures(Report report, String key, Rounds bursts) {
        List<Burst> warm = bursts.warm();
        put(report, key + "_pods_per_s", spread(warm, Burst::podsPerSecond));
        report.figure(key + "_pods_per_s_from_start", median(warm, Burst::podsPerSecondFromStart))
                .figure(key + "_first_binding_s", median(warm, Burst::first))
                .figure(key + "_events_s", spread(warm, Burst::events).max())
                .figure(
                        key + "_cpu_s_per_1000",
                        median(warm, burst -> per1000(burst, burst.whole().scheduler())))
                .figure(
                        key + "_binding_cpu_s_per_1000",
                        median(warm, burst -> per1000(burst, burst.binding().scheduler())))
                .figure(
                        key + "_api_server_cpu_s_per_1000",
                        median(warm, burst -> per1000(burst, burst.whole().apiServer())))
                .figure(
                        key + "_etcd_cpu_s_per_1000",
                        median(warm, burst -> per1000(burst, burst.whole().etcd())));
        if (!bursts.cold().isEmpty()) {
            put(report, key + "_cold_s", spread(bursts.cold(), Burst::last));
        }
    }

    private void compare(Report report, Contestant other, String key, double bar) {
        Spread ratio = ratio(other, Rounds::warm, Burst::podsPerSecond);
        if (Double.isNaN(ratio.median())) {
            return;
        }
        put(report, key, ratio);
        if (nodes >= BAR_NODES) {
            report.barAtLeast(key, bar, ratio.median());
        }
    }

    /** From the start of the process to the last binding, as pods per second: more is better. */
    private void cold(Report report) {
        Spread ratio = ratio(Contestant.STOCK, Rounds::cold, Burst::podsPerSecondFromStart);
        if (Double.isNaN(ratio.median())) {
            return;
        }
        put(report, "cold_edgewise_to_stock", ratio);
        if (nodes >= BAR_NODES && nodes < MANY_NODES) {
            report.barAtLeast("cold_edgewise_to_stock", 0.8, ratio.median());
        }
    }

    private Spread ratio(Contestant other, Function<Rounds, List<Burst>> which, ToDoubleFunction<Burst> figure) {
        Rounds ours = rounds.getOrDefault(Contestant.EDGEWISE, new Rounds());
        Rounds theirs = rounds.getOrDefault(other, new Rounds());
        return Comparison.ratio(which.apply(ours), which.apply(theirs), figure);
    }

    /** The same for people. */
    String table() {
        StringBuilder table = new StringBuilder(String.format(
                "%n%-10s %8s %13s %9s %11s %11s %11s %9s %15s%n",
                "", "pods/s", "(min-max)", "first s", "CPU s/1000", "API server", "etcd", "events s", "cold s"));
        rounds.forEach((contestant, bursts) -> table.append(row(contestant, bursts)));
        line(table, "edgewise / stock", ratio(Contestant.STOCK, Rounds::warm, Burst::podsPerSecond));
        line(table, "edgewise / bare loop", ratio(Contestant.BARE_LOOP, Rounds::warm, Burst::podsPerSecond));
        line(table, "edgewise / stock, cold", ratio(Contestant.STOCK, Rounds::cold, Burst::podsPerSecondFromStart));
        return table.toString();
    }

    private static String row(Contestant contestant, Rounds bursts) {
        List<Burst> warm = bursts.warm();
        Spread rate = spread(warm, Burst::podsPerSecond);
        Spread cold = spread(bursts.cold(), Burst::last);
        return String.format(
                Locale.ROOT,
                "%-10s %8.0f %13s %9.2f %11.2f %11.2f %11.2f %9.2f %15s%n",
                contestant,
                rate.median(),
                String.format(Locale.ROOT, "(%.0f-%.0f)", rate.min(), rate.max()),
                median(warm, Burst::first),
                median(warm, burst -> per1000(burst, burst.whole().scheduler())),
                median(warm, burst -> per1000(burst, burst.whole().apiServer())),
                median(warm, burst -> per1000(burst, burst.whole().etcd())),
                spread(warm, Burst::events).max(),
                String.format(Locale.ROOT, "%.1f (%.1f-%.1f)", cold.median(), cold.min(), cold.max()));
    }

    private static void line(StringBuilder table, String name, Spread ratio) {
        if (!Double.isNaN(ratio.median())) {
            table.append(String.format(
                    Locale.ROOT, "%-24s %.2f (%.2f-%.2f)%n", name, ratio.median(), ratio.min(), ratio.max()));
        }
    }

    private static void put(Report report, String key, Spread spread) {
        report.figure(key, spread.median()).figure(key + "_min", spread.min()).figure(key + "_max", spread.max());
    }

    private static Spread spread(List<Burst> bursts, ToDoubleFunction<Burst> figure) {
        return Spread.of(bursts, figure);
    }

    private static double median(List<Burst> bursts, ToDoubleFunction<Burst> figure) {
        return spread(bursts, figure).median();
    }

    private static double per1000(Burst burst, double seconds) {
        return seconds * 1000 / burst.pods();
    }

    private static String key(Contestant contestant) {
        return contestant.toString().replace('-', '_');
    }
}
