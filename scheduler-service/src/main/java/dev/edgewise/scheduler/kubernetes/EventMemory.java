package dev.edgewise.scheduler.kubernetes;

import dev.edgewise.common.time.Ticker;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps events from becoming a storm: the same problem of the same pod is one event that counts, written again at most
 * once per window; and a pod whose problem changes its wording all the time is heard once per pause.
 */
final class EventMemory {
    private static final int PODS = 10_000;

    private final Duration window;
    private final Duration pause;
    private final Ticker ticker;
    private final Map<Problem, Known> series = new Recent<>(PODS);
    private final Map<String, Long> lastHeard = new Recent<>(PODS);

    private record Problem(String uid, String reason, String message) {}

    /**
     * An event in the API.
     *
     * @param count how often it happened
     */
    record Series(String name, Instant first, Instant written, int count) {}

    private record Known(Series series, long writtenAt) {}

    EventMemory(Duration window, Duration pause, Ticker ticker) {
        this.window = window;
        this.pause = pause;
        this.ticker = ticker;
    }

    /**
     * What is to be written for this event: a series of count 1 is new, one of more exists; null for nothing.
     *
     * @param now as people read it
     * @param name makes a name for a new event
     */
    synchronized @Nullable Series next(PodEvent event, Instant now, Supplier<String> name) {
        Problem problem = new Problem(event.pod().uid(), event.reason(), event.message());
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
        Long heard = lastHeard.get(problem.uid());
        if (heard != null && ticker.since(heard).compareTo(pause) < 0) {
            return null;
        }
        lastHeard.put(problem.uid(), ticker.nanos());
        Series begun = new Series(name.get(), now, now, 1);
        series.put(problem, new Known(begun, ticker.nanos()));
        return begun;
    }
}
