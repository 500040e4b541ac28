package dev.edgewise.networkprobe.pairs;

import dev.edgewise.common.signal.ObservationMetadata;
import dev.edgewise.common.signal.RoundTripTime;
import dev.edgewise.networkprobe.protocol.PeerResult;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** One directed pair: its samples, since when it is silent, and which value of it applies. */
final class PairState {
    private @Nullable PairSamples samples = new PairSamples();
    private @Nullable RoundTripTime published;
    private long reportedMillis;
    private long decayedMillis;
    private long answeredMillis;
    private long unknownMillis;
    private double silentRounds;
    private boolean news;
    private boolean silenceNews;
    private boolean everAnswered;
    private boolean lostWhileUnwell;

    /**
     * A pair whose value was published before this process started: only from now on can it fall silent. A value that
     * holds no more is no news.
     *
     * @param wallNow the wall-clock time of {@code now}
     */
    static PairState adopted(RoundTripTime published, Instant now, Instant wallNow) {
        ObservationMetadata observed = published.observed();
        PairState pair = new PairState();
        pair.published = published;
        pair.answeredMillis = now.minus(observed.age(wallNow)).toEpochMilli();
        pair.unknownMillis = now.toEpochMilli();
        pair.reportedMillis = pair.unknownMillis;
        pair.decayedMillis = pair.unknownMillis;
        pair.everAnswered = published.samples() > 0;
        pair.news = published.loss() < 1 && !observed.staleAt(wallNow);
        return pair;
    }

    /** @param echoes probes that make a round */
    void add(PeerResult probes, long nowMillis, SampleDecay decay, int echoes) {
        PairSamples all = samples == null ? new PairSamples() : samples;
        samples = all;
        reportedMillis = nowMillis;
        if (probes.counted() == 0 || probes.answered() == 0 && probes.untimed() > 0) {
            // The agent itself stood still: whether the other would have answered is not known, or it has answered at a
            // time that is not known.
            unknownMillis = nowMillis;
            return;
        }
        all.add(probes, decay.factor(nowMillis - decayedMillis));
        decayedMillis = nowMillis;
        if (probes.answered() > 0) {
            answeredMillis = nowMillis;
            silentRounds = 0;
            lostWhileUnwell = false;
            everAnswered = true;
            news = true;
        } else {
            silentRounds += probes.counted() / (double) echoes;
            silenceNews = true;
        }
    }

    /** The effective value; null if there is none. */
    @Nullable
    RoundTripTime published() {
        return published;
    }

    /** Publishes what was measured if it differs from the effective value, or there is none; returns whether it did. */
    boolean publishIfMoved(PublishRule rule, ObservationMetadata now) {
        RoundTripTime before = published;
        boolean moved = before == null || isLost() || samples != null && samples.differ(before, rule);
        return moved && confirm(now);
    }

    /** Confirms a value of which this share of the validity is over; whether it did. */
    boolean confirmIfDue(PublishRule rule, ObservationMetadata now, double share) {
        return published != null && rule.isDue(published, now.at(), share) && confirm(now);
    }

    private boolean confirm(ObservationMetadata now) {
        if (samples == null || samples.isEmpty()) {
            return false;
        }
        published = samples.value(now);
        return true;
    }

    /** Publishes that it does not answer; false if it says so already, or nothing is known of it. */
    boolean lose(PublishRule rule, boolean isSilent, Instant lastAnswer, Instant now) {
        RoundTripTime last = published;
        if (isLost() || last == null && !isSilent) {
            return false;
        }
        published = last == null ? rule.unanswered(now) : rule.lost(last, lastAnswer, now);
        samples = null;
        return true;
    }

    /** Remembers that one of its nodes is not well while it is lost. */
    void noteHealth(boolean well) {
        lostWhileUnwell |= isLost() && !well;
    }

    /** Whether one of its nodes was not well at some time since it is lost: probes may not have shown it silent. */
    boolean isLostWhileUnwell() {
        return isLost() && lostWhileUnwell;
    }

    /** Stops measuring the pair and keeps its last value. Returns whether there is a valid one. */
    boolean giveUp(PublishRule rule) {
        samples = null;
        if (published == null || isLost()) {
            return false;
        }
        published = rule.kept(published);
        return true;
    }

    /** The median in µs, once for each report that brought an answer; null if there was none since the last call. */
    @Nullable
    Long takeNews() {
        if (!news) {
            return null;
        }
        news = false;
        if (samples != null && !samples.isEmpty()) {
            return samples.median();
        }
        return published == null ? null : published.p50Micros();
    }

    /** Whether a report brought no answer since the last call. */
    boolean takeSilence() {
        boolean silent = silenceNews;
        silenceNews = false;
        return silent;
    }

    PairTable.State state(Instant now) {
        if (published == null || isLost() || !everAnswered) {
            return PairTable.State.SILENT;
        }
        return published.observed().staleAt(now) ? PairTable.State.STALE : PairTable.State.FRESH;
    }

    boolean isMeasured() {
        return samples != null;
    }

    /** Number of consecutive rounds' worth of echoes without an answer. */
    double silentRounds() {
        return silentRounds;
    }

    /** The last time at which it was not known to be silent. */
    long silentSinceMillis() {
        return Math.max(answeredMillis, unknownMillis);
    }

    long answeredMillis() {
        return answeredMillis;
    }

    /** The last report of it, or answer. */
    long heardMillis() {
        return Math.max(answeredMillis, reportedMillis);
    }

    boolean isLost() {
        return published != null && published.loss() == 1;
    }
}
