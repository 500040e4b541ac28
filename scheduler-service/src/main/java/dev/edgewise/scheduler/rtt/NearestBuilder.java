package dev.edgewise.scheduler.rtt;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Merges the rows of some origins into a {@link Nearest}: one pass over each row, whatever the number of nodes. */
final class NearestBuilder {
    final NodeIds ids;
    final Quality quality;
    final int[] micros;
    final int[] by;
    final OriginAges ages;

    @Nullable
    Uncertain uncertain;

    long oldestCounted = Long.MAX_VALUE;

    private NearestBuilder(NodeIds ids, Quality quality, int nodes, OriginAges ages) {
        this.ids = ids;
        this.quality = quality;
        this.micros = new int[nodes];
        this.by = new int[nodes];
        this.ages = ages;
        Arrays.fill(micros, Nearest.NONE);
    }

    /** @param rows of the origins, in their order; null where no times are known */
    static Nearest build(NodeIds ids, List<String> origins, @Nullable RttRow[] rows, Quality quality) {
        int[][] numbers = new int[rows.length][];
        for (int i = 0; i < rows.length; i++) {
            RttRow row = rows[i];
            numbers[i] = row == null ? new int[0] : row.numbersIn(ids);
        }
        int[] own = origins.stream().mapToInt(ids::idOf).toArray();
        NearestBuilder builder = new NearestBuilder(ids, quality, ids.size(), OriginAges.of(rows));
        if (!Arrays.stream(rows).allMatch(row -> row == null || row.isCertain(quality))) {
            builder.uncertain = new Uncertain(builder.micros.length);
        }
        for (int i = 0; i < rows.length; i++) {
            RttRow row = rows[i];
            if (row != null) {
                builder.add(i, numbers[i], row.values());
            }
        }
        for (int i = 0; i < own.length; i++) {
            builder.micros[own[i]] = 0;
            builder.by[own[i]] = i;
        }
        return new Nearest(builder);
    }

    private void add(int origin, int[] numbers, RttColumns values) {
        Uncertain ways = uncertain;
        for (int i = 0; i < numbers.length; i++) {
            if (ways == null) {
                count(origin, numbers[i], values, i);
                continue;
            }
            Rtt rtt = values.get(i);
            Rtt.Flaw flaw = rtt.flaw(quality);
            if (flaw == null) {
                count(origin, numbers[i], values, i);
            }
            ways.add(numbers[i], rtt, flaw);
        }
    }

    private void count(int origin, int node, RttColumns values, int position) {
        int time = values.micros(position, quality.percentile());
        oldestCounted = Math.min(oldestCounted, values.observedAt(position));
        if (time < micros[node]) {
            micros[node] = time;
            by[node] = origin;
        }
    }

    /** A round trip above 35 minutes counts as 35 minutes. */
    static int clamp(long micros) {
        return (int) Math.min(micros, Nearest.NONE - 1);
    }
}
