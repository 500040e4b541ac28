package dev.edgewise.networkprobe.pairs;

import dev.edgewise.common.signal.Observed;
import dev.edgewise.common.signal.RoundTripTime;
import dev.edgewise.networkprobe.protocol.PeerResult;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** One directed pair: its samples, and what of it is published. */
final class PairState {
    /** Weight of a new difference in the jitter, as in RFC 3550, 6.4.1. */
    private static final double JITTER_GAIN = 1.0 / 16;
    /** Digits of a loss beyond the fourth say nothing, and take room where it is stored. */
    private static final double LOSS_DIGITS = 1e4;

    private @Nullable DecayingHistogram samples = new DecayingHistogram();
    private double sent;
    private double lost;
    private double jitterMicros = -1;
    private long lastMicros = -1;
    private long reportedMillis;
    private long decayedMillis;
    private long answeredMillis;
    private long unknownMillis;
    private double silentRounds;
    private boolean news;
    private boolean silenceNews;
    private boolean everAnswered;

    @Nullable
    RoundTripTime published;

    /** A pair whose value was published before this process started: only from now on can it fall silent. */
    static PairState adopted(RoundTripTime published, Instant now) {
        PairState pair = new PairState();
        pair.published = published;
        pair.answeredMillis = now.toEpochMilli();
        pair.reportedMillis = pair.answeredMillis;
        pair.decayedMillis = pair.answeredMillis;
        pair.everAnswered = published.samples() > 0;
        pair.news = published.loss() < 1;
        return pair;
    }

    /** @param echoes probes that make a round */
    void add(PeerResult probes, long nowMillis, Decay decay, int echoes) {
        DecayingHistogram histogram = samples == null ? new DecayingHistogram() : samples;
        samples = histogram;
        reportedMillis = nowMillis;
        if (probes.counted() == 0) {
            // The agent itself stood still: whether the other would have answered is not known.
            unknownMillis = nowMillis;
            return;
        }
        if (histogram.isEmpty() && probes.answered() > 0) {
            // The first answer: what was lost before was lost by an agent that was not there yet, or by UDP where only
            // TCP passes.
            sent = 0;
            lost = 0;
        }
        double factor = decay.factor(nowMillis - decayedMillis);
        decayedMillis = nowMillis;
        histogram.decay(factor);
        sent = sent * factor + probes.counted();
        lost = lost * factor + probes.lost();
        for (long micros : probes.rttMicros()) {
            histogram.add(micros);
            jitter(micros);
        }
        if (probes.answered() > 0) {
            answeredMillis = nowMillis;
            silentRounds = 0;
            everAnswered = true;
            news = true;
        } else {
            silentRounds += probes.counted() / (double) echoes;
            silenceNews = true;
        }
    }

    private void jitter(long micros) {
        if (lastMicros >= 0) {
            double difference = Math.abs(micros - lastMicros);
            jitterMicros = jitterMicros < 0 ? difference : jitterMicros + (difference - jitterMicros) * JITTER_GAIN;
        }
        lastMicros = micros;
    }

    /** Whether the samples say something else than a value; not if there are none. */
    boolean differs(RoundTripTime value, PublishRule rule) {
        DecayingHistogram histogram = samples;
        return histogram != null
                && !histogram.isEmpty()
                && (rule.moved(value.p50Micros(), histogram.quantile(0.50))
                        || rule.moved(value.p95Micros(), histogram.quantile(0.95))
                        || rule.moved(value.p99Micros(), histogram.quantile(0.99))
                        || rule.lossMoved(value.loss(), loss())
                        || PublishRule.tellsMore(value.samples(), count(histogram)));
    }

    /** What the samples say; null if there are none. */
    @Nullable
    RoundTripTime current(Observed observed) {
        DecayingHistogram histogram = samples;
        if (histogram == null || histogram.isEmpty()) {
            return null;
        }
        return new RoundTripTime(
                histogram.quantile(0.50),
                histogram.quantile(0.95),
                histogram.quantile(0.99),
                loss(),
                Math.round(Math.max(0, jitterMicros)),
                count(histogram),
                observed);
    }

    private static int count(DecayingHistogram histogram) {
        return (int) Math.max(1, Math.round(histogram.total()));
    }

    private double loss() {
        return sent == 0 ? 0 : Math.min(1, Math.rint(LOSS_DIGITS * lost / sent) / LOSS_DIGITS);
    }

    /** The median, once for each report that brought an answer; null if there was none since the last call. */
    @Nullable
    Long takeNews() {
        if (!news) {
            return null;
        }
        news = false;
        DecayingHistogram histogram = samples;
        if (histogram != null && !histogram.isEmpty()) {
            return histogram.quantile(0.5);
        }
        return published == null ? null : published.p50Micros();
    }

    /** Whether a report brought no answer since the last call. */
    boolean takeSilence() {
        boolean silent = silenceNews;
        silenceNews = false;
        return silent;
    }

    boolean everAnswered() {
        return everAnswered;
    }

    /** Frees what a pair that is not measured any more has no use for. */
    void forgetSamples() {
        samples = null;
    }

    boolean hasSamples() {
        return samples != null;
    }

    /** How many rounds' worth of echoes, running, got no answer. */
    double silentRounds() {
        return silentRounds;
    }

    /** Since when it is silent: nothing told otherwise. */
    long silentSinceMillis() {
        return Math.max(answeredMillis, unknownMillis);
    }

    long answeredMillis() {
        return answeredMillis;
    }

    long reportedMillis() {
        return reportedMillis;
    }

    boolean isLost() {
        return published != null && published.loss() == 1;
    }
}
