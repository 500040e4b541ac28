package dev.edgewise.scheduler.signals.rtt;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Merges the rows of some origins into a {@link NearestDistances}: one pass over each row, whatever the number of
 * nodes.
 */
final class NearestDistancesBuilder {
    final NodeNameNumbering ids;
    final RttQualityRequirements quality;
    final int[] micros;
    /** Index of the nearest origin of each node; null if there is only one origin. */
    final int @Nullable [] by;

    final OriginRttAges ages;

    @Nullable
    UncertainPaths uncertain;

    long firstExpiry = Long.MAX_VALUE;

    private NearestDistancesBuilder(
            NodeNameNumbering ids, RttQualityRequirements quality, int nodes, int origins, OriginRttAges ages) {
        this.ids = ids;
        this.quality = quality;
        this.micros = new int[nodes];
        this.by = origins == 1 ? null : new int[nodes];
        this.ages = ages;
        Arrays.fill(micros, NearestDistances.NONE);
    }

    /** @param rows of the origins, in their order; null where no times are known */
    static NearestDistances build(
            NodeNameNumbering ids, List<String> origins, @Nullable RttRow[] rows, RttQualityRequirements quality) {
        int[][] numbers = new int[rows.length][];
        for (int i = 0; i < rows.length; i++) {
            RttRow row = rows[i];
            numbers[i] = row == null ? new int[0] : row.numbersIn(ids);
        }
        int[] own = origins.stream().mapToInt(ids::idOf).toArray();
        NearestDistancesBuilder builder =
                new NearestDistancesBuilder(ids, quality, ids.size(), rows.length, OriginRttAges.of(rows));
        if (!Arrays.stream(rows).allMatch(row -> row == null || row.isCertain(quality))) {
            builder.uncertain = new UncertainPaths(builder.micros.length);
        }
        for (int i = 0; i < rows.length; i++) {
            RttRow row = rows[i];
            if (row != null) {
                builder.add(i, numbers[i], row);
            }
        }
        for (int i = 0; i < own.length; i++) {
            builder.set(own[i], 0, i);
        }
        return new NearestDistances(builder);
    }

    private void add(int origin, int[] numbers, RttRow row) {
        UncertainPaths ways = uncertain;
        if (ways == null) {
            addCertain(origin, numbers, row);
        } else {
            add(origin, numbers, row.values(), ways);
        }
    }

    /** Adds an origin whose times all count. */
    private void addCertain(int origin, int[] numbers, RttRow row) {
        firstExpiry = Math.min(firstExpiry, row.firstExpiry());
        int[] times = row.values().micros(quality.percentile());
        for (int i = 0; i < numbers.length; i++) {
            if (times[i] < micros[numbers[i]]) {
                set(numbers[i], times[i], origin);
            }
        }
    }

    private void add(int origin, int[] numbers, RttColumns values, UncertainPaths ways) {
        int[] times = values.micros(quality.percentile());
        for (int i = 0; i < numbers.length; i++) {
            Rtt rtt = values.get(i);
            Rtt.Flaw flaw = rtt.flaw(quality);
            if (flaw == null) {
                firstExpiry = Math.min(firstExpiry, rtt.validUntil());
                if (times[i] < micros[numbers[i]]) {
                    set(numbers[i], times[i], origin);
                }
            }
            ways.add(numbers[i], rtt, flaw);
        }
    }

    private void set(int node, int time, int origin) {
        micros[node] = time;
        if (by != null) {
            by[node] = origin;
        }
    }

    /** A round trip above 35 minutes counts as 35 minutes. */
    static int clamp(long micros) {
        return (int) Math.min(micros, NearestDistances.NONE - 1);
    }
}
