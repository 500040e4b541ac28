package dev.edgewise.global.kubernetes;

import dev.edgewise.global.kubernetes.LostRequestEvents.Cause;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The events of requests that wait for the API server, in the order in which they came. An event takes the place of one of the same request, reason and cluster
 * that waits, and counts for both. If too many wait, the oldest one that is no warning is dropped, and the oldest warning only if there are no others.
 * Once the queue is closed, no event waits. Thread-safe.
 */
final class RequestEventQueue {
    /** Size of about 10 MB, as an event has some hundred characters. */
    static final int MOST_WAITING = 10_000;

    private final int most;
    private final LostRequestEvents lost;
    private final Map<RequestEvent.Key, Waiting> warnings = new LinkedHashMap<>();
    private final Map<RequestEvent.Key, Waiting> others = new LinkedHashMap<>();
    private long positions;
    private boolean closed;

    private record Waiting(long position, RequestEvent event) {}

    /** @param most number of events that may wait */
    RequestEventQueue(int most, LostRequestEvents lost) {
        this.most = most;
        this.lost = lost;
    }

    synchronized void add(RequestEvent event) {
        put(event, event::after);
    }

    /** Adds an event again that could not be written: a newer one of its key counts for both, else it is the last one now. */
    synchronized void putBack(RequestEvent event) {
        put(event, newer -> newer.after(event));
    }

    /** @param joined what takes the place of an event of the same key that waits */
    private void put(RequestEvent event, UnaryOperator<RequestEvent> joined) {
        if (closed) {
            stopped(event);
            return;
        }
        positions++;
        group(event)
                .merge(
                        event.key(),
                        new Waiting(positions, event),
                        (waiting, same) -> new Waiting(waiting.position(), joined.apply(waiting.event())));
        dropOneTooMany();
    }

    private Map<RequestEvent.Key, Waiting> group(RequestEvent event) {
        return event.warning() ? warnings : others;
    }

    private void dropOneTooMany() {
        if (size() > most) {
            RequestEvent oldest = removeFirst(others.isEmpty() ? warnings : others);
            lost.add(Cause.BUSY, oldest, most + " others wait");
        }
    }

    /** Removes and returns the oldest event; null if none waits. */
    synchronized @Nullable RequestEvent poll() {
        if (size() == 0) {
            return null;
        }
        return removeFirst(position(warnings) < position(others) ? warnings : others);
    }

    /** Drops all events that wait, and from now on each that is added or put back: they are counted. */
    synchronized void close() {
        closed = true;
        for (RequestEvent event = poll(); event != null; event = poll()) {
            stopped(event);
        }
    }

    private void stopped(RequestEvent event) {
        lost.add(Cause.STOPPED, event, "this process ends");
    }

    /** Returns how many events wait. */
    synchronized int size() {
        return warnings.size() + others.size();
    }

    private static long position(Map<RequestEvent.Key, Waiting> events) {
        return events.isEmpty()
                ? Long.MAX_VALUE
                : events.values().iterator().next().position();
    }

    private static RequestEvent removeFirst(Map<RequestEvent.Key, Waiting> events) {
        Iterator<Waiting> all = events.values().iterator();
        RequestEvent first = all.next().event();
        all.remove();
        return first;
    }
}
