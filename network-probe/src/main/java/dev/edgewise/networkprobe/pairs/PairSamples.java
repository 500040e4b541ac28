package dev.edgewise.networkprobe.pairs;

import dev.edgewise.common.signal.ObservationMetadata;
import dev.edgewise.common.signal.RoundTripTime;
import dev.edgewise.networkprobe.protocol.PeerResult;

/** Samples of one directed pair; older ones weigh less. */
final class PairSamples {
    /** Weight of a new difference in the jitter, as in RFC 3550, 6.4.1. */
    private static final double JITTER_GAIN = 1.0 / 16;

    /** Digits of a loss beyond the fourth say nothing, and take room where it is stored. */
    private static final double LOSS_DIGITS = 1e4;

    private final DecayingHistogram histogram = new DecayingHistogram();
    private double sent;
    private double lost;
    private double jitterMicros = -1;
    private long lastMicros = -1;

    /** @param factor how much lighter the older samples are by now */
    void add(PeerResult probes, double factor) {
        if (isEmpty() && probes.answered() > 0) {
            // The first answer: what was lost before was lost by an agent that was not there yet, or by UDP where only
            // TCP passes.
            sent = 0;
            lost = 0;
        }
        histogram.decay(factor);
        sent = sent * factor + probes.known();
        lost = lost * factor + probes.lost();
        for (long micros : probes.rttMicros()) {
            histogram.add(micros);
            jitter(micros);
        }
    }

    private void jitter(long micros) {
        if (lastMicros >= 0) {
            double difference = Math.abs(micros - lastMicros);
            jitterMicros = jitterMicros < 0 ? difference : jitterMicros + (difference - jitterMicros) * JITTER_GAIN;
        }
        lastMicros = micros;
    }

    boolean isEmpty() {
        return histogram.isEmpty();
    }

    /** The median in µs; there must be an answer. */
    long median() {
        return histogram.quantile(0.50);
    }

    /** Whether they say something else than a value; not if there are none. */
    boolean differ(RoundTripTime value, PublishRule rule) {
        return !isEmpty()
                && (rule.moved(value.p50Micros(), median())
                        || rule.moved(value.p95Micros(), histogram.quantile(0.95))
                        || rule.moved(value.p99Micros(), histogram.quantile(0.99))
                        || rule.lossMoved(value.loss(), loss())
                        || PublishRule.gainsPercentile(value.samples(), count()));
    }

    /** Returns the value; there must be an answer. */
    RoundTripTime value(ObservationMetadata observed) {
        return new RoundTripTime(
                median(),
                histogram.quantile(0.95),
                histogram.quantile(0.99),
                loss(),
                Math.round(Math.max(0, jitterMicros)),
                count(),
                observed);
    }

    private int count() {
        return (int) Math.max(1, Math.round(histogram.total()));
    }

    private double loss() {
        return sent == 0 ? 0 : Math.min(1, Math.rint(LOSS_DIGITS * lost / sent) / LOSS_DIGITS);
    }
}
