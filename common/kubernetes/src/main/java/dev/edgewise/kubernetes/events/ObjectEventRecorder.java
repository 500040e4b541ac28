package dev.edgewise.kubernetes.events;

import dev.edgewise.kubernetes.events.ObjectEvent.InvolvedObject;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Adds events of objects to a queue: each has a name that no other one has, and happens now. Thread-safe. */
public final class ObjectEventRecorder {
    private static final int LONGEST_NAME = 230;

    private final ObjectEventQueue queue;
    private final Clock clock;
    private final String component;
    private final AtomicLong sequence;

    /** @param component that reports the events */
    public ObjectEventRecorder(ObjectEventQueue queue, Clock clock, String component) {
        this.queue = queue;
        this.clock = clock;
        this.component = component;
        this.sequence = new AtomicLong(clock.millis() * 1_000_000);
    }

    /** @param detail text that differs between events of one object and reason that must not be joined; may be empty */
    public void add(InvolvedObject involved, boolean warning, String reason, String detail, String message) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
        String name = beginOfName(involved.name()) + "." + Long.toHexString(sequence.incrementAndGet());
        queue.add(new ObjectEvent(name, involved, component, warning, reason, detail, message, now, now, 1));
    }

    /**
     * Returns as much of an object's name as the name of an event has place for; a part before a dot ends with a letter
     * or digit.
     */
    private static String beginOfName(String name) {
        return name.substring(0, Math.min(name.length(), LONGEST_NAME)).replaceAll("[-.]+$", "");
    }
}
