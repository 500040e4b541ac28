package dev.edgewise.benchmarks.throughput;

import dev.edgewise.benchmarks.throughput.figures.Burst;
import dev.edgewise.benchmarks.throughput.figures.Rounds;
import dev.edgewise.benchmarks.throughput.figures.Spread;
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
        table.append(line("edgewise / stock", summary.warm(Contestant.STOCK)))
                .append(line("edgewise / bare-loop", summary.warm(Contestant.BARE_LOOP)))
                .append(line("edgewise / stock, cold", summary.cold()));
        return table.toString();
    }

    private static String row(Contestant contestant, Rounds bursts) {
        List<Burst> warm = bursts.warm();
        return String.format(
                Locale.ROOT,
                "%-10s %18s %9.2f %9.2f %32.2f %10.2f %5.2f %18s%n",
                contestant,
                spread(Spread.of(warm, Burst::podsPerSecond), 0),
                median(warm, Burst::first),
                Spread.of(warm, Burst::events).max(),
                median(warm, burst -> burst.cpuPer1000().scheduler()),
                median(warm, burst -> burst.cpuPer1000().apiServer()),
                median(warm, burst -> burst.cpuPer1000().etcd()),
                spread(Spread.of(bursts.cold(), Burst::last), 1));
    }

    private static String line(String name, Spread ratio) {
        return ratio.isEmpty() ? "" : String.format("%-24s %s%n", name, spread(ratio, 2));
    }

    private static String spread(Spread spread, int digits) {
        if (spread.isEmpty()) {
            return "-";
        }
        String number = "%." + digits + "f";
        return String.format(
                Locale.ROOT, number + " (" + number + "-" + number + ")", spread.median(), spread.min(), spread.max());
    }

    private static double median(List<Burst> bursts, ToDoubleFunction<Burst> figure) {
        return Spread.of(bursts, figure).median();
    }
}
