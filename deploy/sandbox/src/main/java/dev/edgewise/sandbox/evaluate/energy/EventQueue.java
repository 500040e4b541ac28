package dev.edgewise.sandbox.evaluate.energy;

import java.util.Comparator;
import java.util.PriorityQueue;

/** Simulated time, and what happens in it. */
final class EventQueue {
    private final PriorityQueue<Event> events =
            new PriorityQueue<>(Comparator.comparingDouble(Event::second).thenComparingLong(Event::order));
    private long order;
    private double now;

    private record Event(double second, long order, Runnable action) {}

    /** Seconds since the beginning. */
    double now() {
        return now;
    }

    void after(double seconds, Runnable action) {
        events.add(new Event(now + seconds, order++, action));
    }

    /** Runs what happens before that second, and stops there. */
    void runUntil(double second) {
        while (!events.isEmpty() && events.peek().second() < second) {
            Event next = events.remove();
            now = next.second();
            next.action().run();
        }
        now = second;
    }
}
