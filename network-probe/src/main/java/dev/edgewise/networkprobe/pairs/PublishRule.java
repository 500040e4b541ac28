package dev.edgewise.networkprobe.pairs;

import dev.edgewise.common.signal.ObservationMetadata;
import dev.edgewise.common.signal.Percentile;
import dev.edgewise.common.signal.RoundTripTime;
import dev.edgewise.networkprobe.protocol.ProtocolLimits;
import java.time.Duration;
import java.time.Instant;

/**
 * The rule when a pair is worth a write, and under which name.
 *
 * @param source who measures
 * @param share a percentile that moved by no more than this share of itself is as it was; ≥ 0
 * @param micros neither is one that moved by no more than this, in µs; ≥ 0
 * @param loss a loss that moved by no more than this is as it was; 0..1
 * @param validFor how long others may rely on a value that is measured all the time
 * @param keep how long the last value of a pair is kept that is not measured any more
 */
public record PublishRule(String source, double share, long micros, double loss, Duration validFor, Duration keep) {
    private static final Duration SHORTEST = Duration.ofMillis(1);
    /** Published value of a pair that never answered: the longest round trip that agents measure. */
    private static final long NEVER_MICROS = ProtocolLimits.MAX_RTT_MICROS;

    /** Whether a percentile is another than it was, in µs. */
    boolean moved(long before, long now) {
        long by = Math.abs(before - now);
        return by > micros && by > share * before;
    }

    /** Whether there are enough samples now for a percentile that there were too few for. */
    static boolean gainsPercentile(long samplesBefore, long samplesNow) {
        for (Percentile percentile : Percentile.values()) {
            if (samplesBefore < percentile.samples() && percentile.samples() <= samplesNow) {
                return true;
            }
        }
        return false;
    }

    boolean lossMoved(double before, double now) {
        return Math.abs(before - now) > loss;
    }

    /**
     * Whether this share of a value's validity is over, so that it is confirmed; by the time that others see. One of
     * the future is due as well: the clock was set back.
     */
    boolean isDue(RoundTripTime published, Instant now, double share) {
        long ageMillis = now.toEpochMilli() - published.observed().at().toEpochMilli();
        return ageMillis < 0 || ageMillis >= share * validFor.toMillis();
    }

    /**
     * Share of their validity at which the values of a row are confirmed: 1/3 to 1/2, so that rows that were first
     * measured together are not written together forever.
     */
    static double confirmedAt(String row) {
        return 0.5 - (row.hashCode() & 0xff) / (6 * 255.0);
    }

    ObservationMetadata observed(Instant at) {
        return new ObservationMetadata(at, source, validFor);
    }

    /** Returns the last value of a pair that is not measured any more. */
    RoundTripTime kept(RoundTripTime last) {
        return last.observed(new ObservationMetadata(last.observed().at(), source, keep));
    }

    /** The value of a pair that was probed and never answered. */
    RoundTripTime unanswered(Instant now) {
        ObservationMetadata observed = new ObservationMetadata(now.minus(SHORTEST.multipliedBy(2)), source, SHORTEST);
        return new RoundTripTime(NEVER_MICROS, NEVER_MICROS, NEVER_MICROS, 1, 0, 0, observed);
    }

    /** A value that does not hold any more from now on: nothing comes back. */
    RoundTripTime lost(RoundTripTime last, Instant lastAnswer, Instant now) {
        Duration held = Duration.between(lastAnswer, now).minusMillis(1);
        ObservationMetadata observed =
                new ObservationMetadata(lastAnswer, source, held.compareTo(SHORTEST) < 0 ? SHORTEST : held);
        return new RoundTripTime(
                last.p50Micros(), last.p95Micros(), last.p99Micros(), 1, last.jitterMicros(), last.samples(), observed);
    }
}
