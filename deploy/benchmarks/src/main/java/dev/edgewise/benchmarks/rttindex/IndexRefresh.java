package dev.edgewise.benchmarks.rttindex;

import dev.edgewise.common.signal.ObservationMetadata;
import dev.edgewise.common.signal.Percentile;
import dev.edgewise.common.signal.RoundTripTime;
import dev.edgewise.scheduler.signals.rtt.Rtt;
import dev.edgewise.scheduler.signals.rtt.RttIndex;
import dev.edgewise.scheduler.signals.rtt.RttQualityRequirements;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;

/** One refresh after the other of one index. */
final class IndexRefresh {
    private static final long RADIUS_MICROS = 20_000;
    private static final RttQualityRequirements MEDIAN = RttQualityRequirements.of(Percentile.P50);

    private final int nodes;
    private RttIndex index = RttIndex.empty();

    IndexRefresh(int nodes) {
        this.nodes = nodes;
    }

    /** Refreshes all rows from new signals; only the refresh is timed. */
    double millis(int round) {
        Map<String, Map<String, RoundTripTime>> rows = rows(round);
        long start = System.nanoTime();
        rows.forEach((from, row) -> index = index.with(from, times(row)));
        int near = neighbours();
        long end = System.nanoTime();
        if (near == 0) {
            throw new IllegalStateException("no node is within " + RADIUS_MICROS + " µs of another");
        }
        return (end - start) / 1e6;
    }

    private int neighbours() {
        int near = 0;
        for (String node : index.rows().keySet()) {
            // Without the node itself.
            near += index.nearest(Map.of(node, 1), MEDIAN).within(RADIUS_MICROS).size() - 1;
        }
        return near;
    }

    private static Map<String, Rtt> times(Map<String, RoundTripTime> row) {
        Map<String, Rtt> times = new HashMap<>(row.size() * 2);
        row.forEach((to, time) -> times.put(to, rtt(time)));
        return times;
    }

    private static Rtt rtt(RoundTripTime time) {
        long at = time.observed().at().toEpochMilli();
        long until = at + time.observed().validFor().toMillis();
        return new Rtt(time.p50Micros(), time.p95Micros(), time.p99Micros(), at, until);
    }

    private Map<String, Map<String, RoundTripTime>> rows(int round) {
        SplittableRandom random = new SplittableRandom(round);
        ObservationMetadata observed =
                new ObservationMetadata(Instant.EPOCH.plusSeconds(round), "static", Duration.ofHours(1));
        Map<String, Map<String, RoundTripTime>> rows = new LinkedHashMap<>();
        for (int from = 0; from < nodes; from++) {
            Map<String, RoundTripTime> row = new HashMap<>(nodes * 2);
            for (int to = 0; to < nodes; to++) {
                if (to != from) {
                    row.put("node-" + to, RoundTripTime.ofMicros(1000 + random.nextInt(200_000), observed));
                }
            }
            rows.put("node-" + from, row);
        }
        return rows;
    }
}
