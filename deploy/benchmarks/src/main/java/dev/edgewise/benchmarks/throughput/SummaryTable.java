package dev.edgewise.benchmarks.throughput;

import dev.edgewise.benchmarks.throughput.figures.Burst;
import dev.edgewise.benchmarks.throughput.figures.ColdAndWarmBursts;
import dev.edgewise.benchmarks.throughput.figures.MinMedianMax;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** A summary for people: medians, with the extremes where rounds differ much. */
record SummaryTable(Summary summary) {
    String text() {
        StringBuilder table = new StringBuilder(String.format(
                "%n%-10s %18s %9s %9s   CPU s per 1000 pods: %9s %10s %5s %18s%n",
                "", "pods/s", "first s", "events s", "scheduler", "API server", "etcd", "cold s"));
        summary.rounds().forEach((contestant, bursts) -> table.append(row(contestant, bursts)));
        table.append(line("edgewise / stock", summary.warm(ComparedScheduler.STOCK)))
                .append(line("edgewise / bare-loop", summary.warm(ComparedScheduler.BARE_LOOP)))
                .append(line("edgewise / stock, cold", summary.cold()));
        return table.toString();
    }

    private static String row(ComparedScheduler contestant, ColdAndWarmBursts bursts) {
        List<Burst> warm = bursts.warm();
        return String.format(
                Locale.ROOT,
                "%-10s %18s %9.2f %9.2f %32.2f %10.2f %5.2f %18s%n",
                contestant,
                spread(MinMedianMax.of(warm, Burst::podsPerSecond), 0),
                median(warm, Burst::first),
                MinMedianMax.of(warm, Burst::events).max(),
                median(warm, burst -> burst.cpuPer1000().scheduler()),
                median(warm, burst -> burst.cpuPer1000().apiServer()),
                median(warm, burst -> burst.cpuPer1000().etcd()),
                spread(MinMedianMax.of(bursts.cold(), Burst::last), 1));
    }

    private static String line(String name, MinMedianMax ratio) {
        return ratio.isEmpty() ? "" : String.format("%-24s %s%n", name, spread(ratio, 2));
    }

    private static String spread(MinMedianMax spread, int digits) {
        if (spread.isEmpty()) {
            return "-";
        }
        String number = "%." + digits + "f";
        return String.format(
                Locale.ROOT, number + " (" + number + "-" + number + ")", spread.median(), spread.min(), spread.max());
    }

    private static double median(List<Burst> bursts, ToDoubleFunction<Burst> figure) {
        return MinMedianMax.of(bursts, figure).median();
    }
}
