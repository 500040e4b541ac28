package dev.edgewise.kubernetes.events;

import dev.edgewise.kubernetes.events.LostEvents.Cause;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The events of objects that wait for the API server, in the order in which they came. An event takes the place of one
 * of the same key that waits, and counts for both. If too many wait, the oldest one that is no warning is dropped, and
 * the oldest warning only if there are no others. Once the queue is closed, no event waits. Thread-safe.
 */
public final class ObjectEventQueue {
    /** Size of about 10 MB where messages have some hundred characters, of at most 25 MB. */
    public static final int MOST_WAITING = 10_000;

    private final int most;
    private final LostEvents lost;
    private final Map<ObjectEvent.Key, Waiting> warnings = new LinkedHashMap<>();
    private final Map<ObjectEvent.Key, Waiting> others = new LinkedHashMap<>();
    private long positions;
    private boolean closed;

    private record Waiting(long position, ObjectEvent event) {}

    /** @param most number of events that may wait */
    public ObjectEventQueue(int most, LostEvents lost) {
        this.most = most;
        this.lost = lost;
    }

    public synchronized void add(ObjectEvent event) {
        put(event, event::after);
    }

    /**
     * Adds an event again that could not be written: a newer one of its key counts for both, else it is the last one
     * now.
     */
    synchronized void putBack(ObjectEvent event) {
        put(event, newer -> newer.after(event));
    }

    /** @param joined what takes the place of an event of the same key that waits */
    private void put(ObjectEvent event, UnaryOperator<ObjectEvent> joined) {
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

    private Map<ObjectEvent.Key, Waiting> group(ObjectEvent event) {
        return event.warning() ? warnings : others;
    }

    private void dropOneTooMany() {
        if (size() > most) {
            ObjectEvent oldest = removeFirst(others.isEmpty() ? warnings : others);
            lost.add(Cause.BUSY, oldest, most + " others wait");
        }
    }

    /** Removes and returns the oldest event; null if none waits. */
    public synchronized @Nullable ObjectEvent poll() {
        if (size() == 0) {
            return null;
        }
        return removeFirst(position(warnings) < position(others) ? warnings : others);
    }

    /** Drops all events that wait, and from now on each that is added or put back: they are counted. */
    synchronized void close() {
        closed = true;
        for (ObjectEvent event = poll(); event != null; event = poll()) {
            stopped(event);
        }
    }

    private void stopped(ObjectEvent event) {
        lost.add(Cause.STOPPED, event, "this process ends");
    }

    /** Returns how many events wait. */
    public synchronized int size() {
        return warnings.size() + others.size();
    }

    private static long position(Map<ObjectEvent.Key, Waiting> events) {
        return events.isEmpty()
                ? Long.MAX_VALUE
                : events.values().iterator().next().position();
    }

    private static ObjectEvent removeFirst(Map<ObjectEvent.Key, Waiting> events) {
        Iterator<Waiting> all = events.values().iterator();
        ObjectEvent first = all.next().event();
        all.remove();
        return first;
    }
}
