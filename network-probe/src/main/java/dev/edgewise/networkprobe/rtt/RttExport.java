package dev.edgewise.networkprobe.rtt;

import dev.edgewise.common.signal.EstimatedRange;
import dev.edgewise.common.signal.Percentile;
import dev.edgewise.common.signal.RoundTripTime;
import dev.edgewise.networkprobe.sources.EffectiveRttMerger;
import java.io.IOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes the times that currently apply row by row, in the formats of others. */
final class RttExport {
    /**
     * Value in a static matrix for a pair that is unknown, hardly answers, or has too few samples for the percentile: a
     * day, so that it never meets a need.
     */
    static final long UNKNOWN_MILLIS = 86_400_000;

    private static final int MICRO = 3;

    private final EffectiveRttMerger rtt;

    RttExport(EffectiveRttMerger rtt) {
        this.rtt = rtt;
    }

    void csv(Writer out, Instant now) throws IOException {
        out.write("from,to,p50_ms,p95_ms,p99_ms,loss,jitter_ms,samples,source,observed_at,age_s,stale,"
                + "estimate_lower_ms,estimate_upper_ms,estimate_level_percent\n");
        for (String from : rtt.names()) {
            for (Map.Entry<String, RoundTripTime> pair : rtt.row(from).entrySet()) {
                out.write(line(from, pair.getKey(), pair.getValue(), now));
            }
        }
    }

    /**
     * An n × n matrix of delays in ms, in the order of the nodes: the format of the static source and of the prototype.
     */
    void matrix(Writer out, Collection<String> nodes, Percentile percentile) throws IOException {
        for (String from : nodes) {
            Map<String, RoundTripTime> row = rtt.row(from);
            String separator = "";
            for (String to : nodes) {
                RoundTripTime value = row.get(to);
                out.write(separator);
                out.write(from.equals(to) ? "0" : delay(value, percentile));
                separator = " ";
            }
            out.write('\n');
        }
    }

    /**
     * Returns the delay to compare needs with; for an estimate its upper bound, which exists for the median only. A
     * matrix has no column for the loss: a path that loses more than a need allows by default is unknown there.
     */
    private static String delay(@Nullable RoundTripTime value, Percentile percentile) {
        if (value == null || value.loss() > RoundTripTime.DEFAULT_MAX_LOSS) {
            return "" + UNKNOWN_MILLIS;
        }
        EstimatedRange range = value.estimate();
        if (range != null) {
            return percentile == Percentile.P50 ? ms(range.upperMicros()) : "" + UNKNOWN_MILLIS;
        }
        boolean known = value.observed().isStated() || value.samples() >= percentile.samples();
        return known ? ms(value.micros(percentile)) : "" + UNKNOWN_MILLIS;
    }

    private static String line(String from, String to, RoundTripTime value, Instant now) {
        EstimatedRange range = value.estimate();
        return String.join(
                ",",
                from,
                to,
                ms(value.p50Micros()),
                ms(value.p95Micros()),
                ms(value.p99Micros()),
                String.valueOf(value.loss()),
                ms(value.jitterMicros()),
                String.valueOf(value.samples()),
                value.observed().source(),
                value.observed().at().toString(),
                String.valueOf(value.observed().age(now).toSeconds()),
                String.valueOf(value.observed().staleAt(now)),
                range == null ? "" : ms(range.lowerMicros()),
                range == null ? "" : ms(range.upperMicros()),
                range == null ? "\n" : range.levelPercent() + "\n");
    }

    private static String ms(long micros) {
        BigDecimal ms = BigDecimal.valueOf(micros, MICRO).stripTrailingZeros();
        return ms.toPlainString();
    }
}
