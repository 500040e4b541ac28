package dev.edgewise.scheduler.plugins.delay;

import dev.edgewise.scheduler.framework.SignalEvidence;
import dev.edgewise.scheduler.signals.rtt.OriginRttAges;
import dev.edgewise.scheduler.signals.rtt.Rtt;
import dev.edgewise.scheduler.signals.rtt.RttQualityRequirements;
import dev.edgewise.scheduler.signals.rtt.RttRow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Names the round-trip times that a need was judged by, with their age. */
final class RttSignalEvidenceFactory {
    /** A workload may run on thousands of nodes. */
    private static final int FEW = 3;

    private RttSignalEvidenceFactory() {}

    /**
     * Returns the signals about the paths from a reference: of each origin if they are few, else their sum, the stalest
     * one and a missing one.
     */
    static List<SignalEvidence> of(DelayReference reference, RttQualityRequirements quality, Instant now) {
        if (reference.nodes().size() <= FEW) {
            return reference.origins().stream().map(origin -> of(origin, now)).toList();
        }
        OriginRttAges ages = reference.nearest(quality).ages();
        List<SignalEvidence> signals = new ArrayList<>(FEW);
        SignalEvidence stalest = ages.stalest() < 0 ? null : of(reference.origin(ages.stalest()), now);
        signals.add(sum(reference, ages, stalest, now));
        if (stalest != null) {
            signals.add(stalest);
        }
        if (ages.missing() > 0) {
            signals.add(of(reference.origin(ages.firstMissing()), now));
        }
        return signals;
    }

    private static SignalEvidence sum(
            DelayReference reference, OriginRttAges ages, @Nullable SignalEvidence stalest, Instant now) {
        int stale = ages.stale(now.toEpochMilli());
        SignalEvidence.State known = stale > 0 ? SignalEvidence.State.STALE : SignalEvidence.State.FRESH;
        return new SignalEvidence(
                "rtt",
                reference.name() + " on " + reference.nodes().size() + " nodes -> *",
                stalest == null ? null : stalest.age(),
                stalest == null ? SignalEvidence.State.MISSING : known,
                ages.fresh(now.toEpochMilli()) + " fresh, " + stale + " stale, " + ages.missing() + " missing");
    }

    /** Returns the signal about the path to one node. */
    static SignalEvidence of(DelayReference.Origin origin, String node, RttQualityRequirements quality, Instant now) {
        String subject = origin.node() + " -> " + node;
        Rtt rtt = origin.row() == null ? null : origin.row().to(node);
        if (rtt == null) {
            return new SignalEvidence("rtt", subject, null, SignalEvidence.State.MISSING);
        }
        return new SignalEvidence(
                "rtt", subject, age(rtt.observedAt(), now), state(rtt.validUntil(), now), words(rtt, quality));
    }

    private static String words(Rtt rtt, RttQualityRequirements quality) {
        Rtt.Estimate estimate = rtt.estimate();
        if (estimate != null) {
            return "estimated " + NumberFormats.millis(estimate.micros()) + ", at most "
                    + NumberFormats.millis(rtt.p50())
                    + " at "
                    + estimate.percent() + " %"
                    + (isUnsampled(rtt, quality) ? ": says nothing of the " + quality.percentile() : "");
        }
        String time = NumberFormats.millis(rtt.micros(quality.percentile())) + " (" + quality.percentile() + ")";
        if (rtt.loss() >= 1) {
            return "does not answer; " + time + " when it did";
        }
        String loss = rtt.loss() > 0 ? ", loss " + NumberFormats.percent(rtt.loss()) : "";
        String samples = isUnsampled(rtt, quality)
                ? ", " + rtt.samples() + " of at least " + quality.leastSamples() + " samples"
                : "";
        return "measured " + time + loss + samples;
    }

    private static boolean isUnsampled(Rtt rtt, RttQualityRequirements quality) {
        return rtt.flaw(quality) == Rtt.Flaw.UNSAMPLED;
    }

    static SignalEvidence of(DelayReference.Origin origin, Instant now) {
        String subject = origin.node() + " -> *";
        RttRow row = origin.row();
        if (row == null || row.size() == 0) {
            return new SignalEvidence("rtt", subject, null, SignalEvidence.State.MISSING);
        }
        return new SignalEvidence("rtt", subject, age(row.oldestObservation(), now), state(row.firstExpiry(), now));
    }

    private static Duration age(long observedAt, Instant now) {
        return Duration.ofMillis(Math.max(0, now.toEpochMilli() - observedAt));
    }

    private static SignalEvidence.State state(long validUntil, Instant now) {
        return now.toEpochMilli() > validUntil ? SignalEvidence.State.STALE : SignalEvidence.State.FRESH;
    }
}
