package dev.edgewise.scheduler.extender.judgement;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.extender.wire.ExtenderVerb;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Counts and times answers; logs what went wrong, at most once a minute for each verb and outcome. */
public final class ExtenderMetrics {
    private static final Logger LOG = LoggerFactory.getLogger(ExtenderMetrics.class);
    private static final double[] PERCENTILES = {0.5, 0.99};
    private static final double[] NONE = {};
    private static final long LOG_INTERVAL = Duration.ofMinutes(1).toNanos();
    /** The maximum length of a message, in characters. */
    private static final int MAX_MESSAGE_LENGTH = 500;

    private final Ticker ticker;
    private final Map<ExtenderVerb, Map<RequestOutcome, Kind>> kinds = new EnumMap<>(ExtenderVerb.class);

    private final Counter watchedPods;
    private final Counter readPods;

    private static final class Kind {
        private final Timer timer;
        /** When it was logged last. */
        private @Nullable Long logged;

        Kind(Timer timer) {
            this.timer = timer;
        }

        synchronized boolean isLogDue(long now) {
            if (logged != null && now - logged < LOG_INTERVAL) {
                return false;
            }
            logged = now;
            return true;
        }
    }

    ExtenderMetrics(MeterRegistry registry, Ticker ticker) {
        this.ticker = ticker;
        this.watchedPods = pods("watch", registry);
        this.readPods = pods("question", registry);
        for (ExtenderVerb verb : ExtenderVerb.values()) {
            Map<RequestOutcome, Kind> outcomes = new EnumMap<>(RequestOutcome.class);
            for (RequestOutcome outcome : RequestOutcome.values()) {
                outcomes.put(outcome, new Kind(timer(verb, outcome, registry)));
            }
            kinds.put(verb, outcomes);
        }
    }

    /** Percentiles take memory, and only those of judgements are of interest. */
    private static Timer timer(ExtenderVerb verb, RequestOutcome outcome, MeterRegistry registry) {
        return Timer.builder("edgewise.extender.answers")
                .description("Answers to kube-schedulers, from the first byte of the request on")
                .tags("verb", verb.toString(), "outcome", outcome.toString())
                .publishPercentiles(outcome == RequestOutcome.JUDGED ? PERCENTILES : NONE)
                .register(registry);
    }

    private static Counter pods(String from, MeterRegistry registry) {
        return Counter.builder("edgewise.extender.pods")
                .description("Pods that were judged, by where they were taken from")
                .tag("from", from)
                .register(registry);
    }

    /** A pod is judged as the watch showed it. */
    void watchedPod() {
        watchedPods.increment();
    }

    /** A pod is judged as it was sent. */
    void readPod() {
        readPods.increment();
    }

    /** @param begun when the request came in, by the ticker */
    void answered(ExtenderVerb verb, RequestOutcome outcome, long begun) {
        kind(verb, outcome).timer.record(ticker.since(begun));
    }

    /** An answer that favours no node. */
    void logNeutral(ExtenderVerb verb, RequestOutcome outcome, RuntimeException cause) {
        log("The extender favours no node", verb, outcome, cause);
    }

    /** A problem instead of an answer. */
    public void refused(ExtenderVerb verb, RuntimeException cause, long begun) {
        answered(verb, RequestOutcome.REFUSED, begun);
        log("The extender refuses a request", verb, RequestOutcome.REFUSED, cause);
    }

    private void log(String what, ExtenderVerb verb, RequestOutcome outcome, RuntimeException cause) {
        if (kind(verb, outcome).isLogDue(ticker.nanos())) {
            boolean ours = outcome == RequestOutcome.FAILED;
            LOG.atLevel(ours ? Level.ERROR : Level.WARN)
                    .setCause(ours ? cause : null)
                    .log("{}; verb={} outcome={} cause={}", what, verb, outcome, oneLine(cause.getMessage()));
        }
    }

    /** Returns the beginning of the message on one line, as messages quote text of any client. */
    private static String oneLine(@Nullable String message) {
        String text = String.valueOf(message);
        String start = text.substring(0, Math.min(text.length(), MAX_MESSAGE_LENGTH));
        return start.replaceAll("[\\p{C}\\u2028\\u2029]", "?") + (text.length() > MAX_MESSAGE_LENGTH ? "…" : "");
    }

    private Kind kind(ExtenderVerb verb, RequestOutcome outcome) {
        Map<RequestOutcome, Kind> outcomes = kinds.get(verb);
        Kind kind = outcomes == null ? null : outcomes.get(outcome);
        if (kind == null) {
            throw new IllegalStateException("all kinds are there");
        }
        return kind;
    }
}
