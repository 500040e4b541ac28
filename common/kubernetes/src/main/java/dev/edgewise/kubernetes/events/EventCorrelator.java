package dev.edgewise.kubernetes.events;

import com.github.benmanes.caffeine.cache.Caffeine;
import dev.edgewise.common.time.Ticker;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps events from becoming a storm: the same problem of the same pod is one event that counts, written again at most
 * once per window; and a pod whose problem changes its wording all the time is reported once per pause.
 */
final class EventCorrelator {
    private static final int PODS = 10_000;

    private final Duration window;
    private final Ticker ticker;
    private final Map<Problem, Known> series = Caffeine.newBuilder()
            .maximumSize(PODS)
            .executor(Runnable::run)
            .<Problem, Known>build()
            .asMap();
    /** Uids of pods that had an event within the pause. */
    private final Map<String, Boolean> heard;

    private record Problem(String uid, String reason, String message, @Nullable String node) {}

    /**
     * An event in the API.
     *
     * @param count how often it happened
     */
    record Series(String name, Instant first, Instant written, int count) {}

    private record Known(Series series, long writtenAt) {}

    EventCorrelator(Duration window, Duration pause, Ticker ticker) {
        this.window = window;
        this.ticker = ticker;
        this.heard = Caffeine.newBuilder()
                .maximumSize(PODS)
                .expireAfterWrite(pause)
                .ticker(ticker::nanos)
                .executor(Runnable::run)
                .<String, Boolean>build()
                .asMap();
    }

    /**
     * Returns the event to write: a series of count 1 is new, one with a higher count exists; null for none.
     *
     * @param now as people read it
     * @param name makes a name for a new event
     */
    synchronized @Nullable Series next(PodEvent event, Instant now, Supplier<String> name) {
        Problem problem = new Problem(event.uid(), event.reason(), event.message(), event.node());
        Known known = series.get(problem);
        if (known == null) {
            return begin(problem, now, name);
        }
        boolean due = ticker.since(known.writtenAt()).compareTo(window) >= 0;
        Series before = known.series();
        Series counted = new Series(before.name(), before.first(), due ? now : before.written(), before.count() + 1);
        series.put(problem, new Known(counted, due ? ticker.nanos() : known.writtenAt()));
        return due ? counted : null;
    }

    private @Nullable Series begin(Problem problem, Instant now, Supplier<String> name) {
        if (heard.putIfAbsent(problem.uid(), true) != null) {
            return null;
        }
        Series begun = new Series(name.get(), now, now, 1);
        series.put(problem, new Known(begun, ticker.nanos()));
        return begun;
    }
}
