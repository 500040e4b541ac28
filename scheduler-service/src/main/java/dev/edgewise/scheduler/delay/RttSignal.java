package dev.edgewise.scheduler.delay;

import dev.edgewise.common.signal.Percentile;
import dev.edgewise.scheduler.pipeline.SignalUse;
import dev.edgewise.scheduler.rtt.Rtt;
import dev.edgewise.scheduler.rtt.RttRow;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/** Names the round-trip times that a need was judged by, with their age. */
final class RttSignal {
    private RttSignal() {}

    /** What is known of the way to one node. */
    static SignalUse of(Reference.Origin origin, String node, Percentile percentile, Instant now) {
        String subject = origin.node() + " -> " + node;
        Rtt rtt = origin.row() == null ? null : origin.row().to(node);
        if (rtt == null) {
            return new SignalUse("rtt", subject, null, SignalUse.State.MISSING);
        }
        return new SignalUse(
                "rtt", subject, age(rtt.observedAt(), now), state(rtt.validUntil(), now), words(rtt, percentile));
    }

    private static String words(Rtt rtt, Percentile percentile) {
        Rtt.Estimate estimate = rtt.estimate();
        return estimate == null
                ? "measured " + Millis.of(rtt.micros(percentile)) + " ("
                        + percentile.name().toLowerCase(Locale.ROOT) + ")"
                : "estimated " + Millis.of(estimate.micros()) + ", at most " + Millis.of(rtt.micros(percentile))
                        + " at " + estimate.percent() + " %";
    }

    static SignalUse of(Reference.Origin origin, Instant now) {
        String subject = origin.node() + " -> *";
        RttRow row = origin.row();
        if (row == null || row.size() == 0) {
            return new SignalUse("rtt", subject, null, SignalUse.State.MISSING);
        }
        return new SignalUse("rtt", subject, age(row.oldestObservation(), now), state(row.firstExpiry(), now));
    }

    private static Duration age(long observedAt, Instant now) {
        return Duration.ofMillis(Math.max(0, now.toEpochMilli() - observedAt));
    }

    private static SignalUse.State state(long validUntil, Instant now) {
        return now.toEpochMilli() > validUntil ? SignalUse.State.STALE : SignalUse.State.FRESH;
    }
}
