package dev.edgewise.kubernetes.events;

import dev.edgewise.common.time.Ticker;
import io.micrometer.core.instrument.Counter;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts the events of objects that were not written, as a metric, and in the log once a minute at most. */
public final class LostEvents {
    private static final Logger LOG = LoggerFactory.getLogger(LostEvents.class);
    private static final Duration BETWEEN_LINES = Duration.ofMinutes(1);

    /** Causes for which an event is not written. */
    public enum Cause {
        /** Too many others wait. */
        BUSY,
        /** The API server has not taken it for as long as it would keep it. */
        LATE,
        /** This process ends. */
        STOPPED,
        /** The API server does not take it, and would not later. */
        REFUSED;

        /** Returns the value of the tag {@code cause} of a metric. */
        public String tag() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final String objects;
    private final Ticker ticker;
    private final Map<Cause, Counter> counters = new EnumMap<>(Cause.class);
    private final Map<Cause, Integer> sinceLastLine = new EnumMap<>(Cause.class);
    private String example = "";
    private @Nullable Long lastLine;

    /**
     * @param objects that the events are about, as the log names them, such as {@code requests}
     * @param counters returns the registered counter of a cause
     */
    public LostEvents(String objects, Function<Cause, Counter> counters, Ticker ticker) {
        this.objects = objects;
        this.ticker = ticker;
        for (Cause cause : Cause.values()) {
            this.counters.put(cause, counters.apply(cause));
        }
    }

    String objects() {
        return objects;
    }

    /** Counts an event, and all that it counts for. */
    synchronized void add(Cause cause, ObjectEvent event, String why) {
        Objects.requireNonNull(counters.get(cause)).increment(event.count());
        sinceLastLine.merge(cause, event.count(), Integer::sum);
        example = event.involved().namespace() + "/" + event.involved().name() + " " + event.reason() + ": " + why;
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
            LOG.warn("Events of {} were not written; events={} cause={}", objects, sinceLastLine, example);
            sinceLastLine.clear();
            lastLine = ticker.nanos();
        }
    }
}
