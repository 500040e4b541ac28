package dev.edgewise.scheduler.kubernetes;

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
    private final Map<Problem, Series> series = new Recent<>(PODS);
    private final Map<String, Instant> lastHeard = new Recent<>(PODS);

    private record Problem(String uid, String reason, String message) {}

    /**
     * An event in the API.
     *
     * @param count how often it happened
     */
    record Series(String name, Instant first, Instant written, int count) {}

    EventMemory(Duration window, Duration pause) {
        this.window = window;
        this.pause = pause;
    }

    /**
     * What is to be written for this event: a series of count 1 is new, one of more exists; null for nothing.
     *
     * @param name makes a name for a new event
     */
    synchronized @Nullable Series next(PodEvent event, Instant now, Supplier<String> name) {
        Problem problem = new Problem(event.pod().uid(), event.reason(), event.message());
        Series known = series.get(problem);
        if (known == null) {
            return begin(problem, now, name);
        }
        boolean due = !now.isBefore(known.written().plus(window));
        Series counted = new Series(known.name(), known.first(), due ? now : known.written(), known.count() + 1);
        series.put(problem, counted);
        return due ? counted : null;
    }

    private @Nullable Series begin(Problem problem, Instant now, Supplier<String> name) {
        Instant heard = lastHeard.get(problem.uid());
        if (heard != null && now.isBefore(heard.plus(pause))) {
            return null;
        }
        lastHeard.put(problem.uid(), now);
        Series begun = new Series(name.get(), now, now, 1);
        series.put(problem, begun);
        return begun;
    }
}
