package dev.edgewise.global.kubernetes;

import dev.edgewise.common.time.Ticker;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts the events of requests that were not written, as a metric, and in the log once a minute at most. */
final class LostRequestEvents {
    private static final Logger LOG = LoggerFactory.getLogger(LostRequestEvents.class);
    private static final Duration BETWEEN_LINES = Duration.ofMinutes(1);

    /** Causes for which an event is not written. */
    enum Cause {
        /** Too many others wait. */
        BUSY,
        /** The API server has not taken it for as long as it would keep it. */
        LATE,
        /** This process ends. */
        STOPPED,
        /** The API server does not take it, and would not later. */
        REFUSED
    }

    private final Ticker ticker;
    private final Map<Cause, Counter> counters = new EnumMap<>(Cause.class);
    private final Map<Cause, Integer> sinceLastLine = new EnumMap<>(Cause.class);
    private String example = "";
    private @Nullable Long lastLine;

    LostRequestEvents(MeterRegistry meters, Ticker ticker) {
        this.ticker = ticker;
        for (Cause cause : Cause.values()) {
            Counter counter = cause == Cause.REFUSED
                    ? Counter.builder("edgewise.global.events.refused")
                            .description("Events of requests that the API server did not take")
                            .register(meters)
                    : Counter.builder("edgewise.global.events.dropped")
                            .description("Events of requests that were not written")
                            .tag("cause", cause.name().toLowerCase(Locale.ROOT))
                            .register(meters);
            counters.put(cause, counter);
        }
    }

    /** Counts an event, and all that it counts for. */
    synchronized void add(Cause cause, RequestEvent event, String why) {
        Objects.requireNonNull(counters.get(cause)).increment(event.count());
        sinceLastLine.merge(cause, event.count(), Integer::sum);
        example = event.request() + " " + event.reason() + ": " + why;
    }

    /** Writes a line if events were lost since the last one, and that was long enough ago. */
    synchronized void log() {
        if (lastLine == null || ticker.since(lastLine).compareTo(BETWEEN_LINES) >= 0) {
            logNow();
        }
    }

    /** Writes a line if events were lost since the last one. */
    synchronized void logNow() {
        if (!sinceLastLine.isEmpty()) {
            LOG.warn("Events of requests were not written; events={} cause={}", sinceLastLine, example);
            sinceLastLine.clear();
            lastLine = ticker.nanos();
        }
    }
}
