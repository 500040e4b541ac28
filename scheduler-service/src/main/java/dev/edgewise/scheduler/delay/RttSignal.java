package dev.edgewise.scheduler.delay;

import dev.edgewise.scheduler.pipeline.SignalUse;
import dev.edgewise.scheduler.rtt.Quality;
import dev.edgewise.scheduler.rtt.Rtt;
import dev.edgewise.scheduler.rtt.RttRow;
import java.time.Duration;
import java.time.Instant;

/** Names the round-trip times that a need was judged by, with their age. */
final class RttSignal {
    private RttSignal() {}

    /** What is known of the way to one node. */
    static SignalUse of(Reference.Origin origin, String node, Quality quality, Instant now) {
        String subject = origin.node() + " -> " + node;
        Rtt rtt = origin.row() == null ? null : origin.row().to(node);
        if (rtt == null) {
            return new SignalUse("rtt", subject, null, SignalUse.State.MISSING);
        }
        return new SignalUse(
                "rtt", subject, age(rtt.observedAt(), now), state(rtt.validUntil(), now), words(rtt, quality));
    }

    private static String words(Rtt rtt, Quality quality) {
        Rtt.Estimate estimate = rtt.estimate();
        if (estimate != null) {
            return "estimated " + Millis.of(estimate.micros()) + ", at most " + Millis.of(rtt.p50()) + " at "
                    + estimate.percent() + " %"
                    + (isUnsampled(rtt, quality) ? ": says nothing of the " + quality.percentile() : "");
        }
        String time = Millis.of(rtt.micros(quality.percentile())) + " (" + quality.percentile() + ")";
        if (rtt.loss() >= 1) {
            return "does not answer; " + time + " when it did";
        }
        String loss = rtt.loss() > 0 ? ", loss " + Percent.of(rtt.loss()) : "";
        String samples = isUnsampled(rtt, quality)
                ? ", " + rtt.samples() + " of at least " + quality.leastSamples() + " samples"
                : "";
        return "measured " + time + loss + samples;
    }

    private static boolean isUnsampled(Rtt rtt, Quality quality) {
        return rtt.flaw(quality) == Rtt.Flaw.UNSAMPLED;
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
