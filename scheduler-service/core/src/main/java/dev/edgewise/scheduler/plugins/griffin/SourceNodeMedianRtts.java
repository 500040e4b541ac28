package dev.edgewise.scheduler.plugins.griffin;

import dev.edgewise.common.signal.Percentile;
import dev.edgewise.scheduler.plugins.delay.DelayRules;
import dev.edgewise.scheduler.signals.rtt.NearestDistances;
import dev.edgewise.scheduler.signals.rtt.RttIndex;
import dev.edgewise.scheduler.signals.rtt.RttQualityRequirements;
import dev.edgewise.scheduler.state.Snapshot;
import java.time.Duration;
import java.util.Map;

/** Measured medians of the round-trip times from one node to the others. */
final class SourceNodeMedianRtts {
    static final long UNKNOWN = NearestDistances.UNKNOWN;

    private final String source;
    private final NearestDistances distances;

    SourceNodeMedianRtts(String source, Snapshot snapshot, DelayRules rules) {
        this.source = source;
        this.distances = snapshot.get(RttIndex.FACT).nearest(Map.of(source, 1), quality(snapshot, rules));
    }

    /** Returns the time in microseconds, 0 to the source itself; {@link #UNKNOWN} without a fresh one. */
    long micros(String node) {
        return node.equals(source) ? 0 : distances.micros(distances.numberOf(node));
    }

    private static RttQualityRequirements quality(Snapshot snapshot, DelayRules rules) {
        Duration maxAge = rules.maxAge();
        long since = maxAge == null
                ? Long.MIN_VALUE
                : snapshot.takenAt().minus(maxAge).toEpochMilli();
        return new RttQualityRequirements(Percentile.P50, rules.maxLoss(), 0, since);
    }
}
