package dev.edgewise.scheduler.kubernetes;

import dev.edgewise.kubernetes.events.PodEventWriter;
import dev.edgewise.scheduler.spelling.Misspelling;
import dev.edgewise.scheduler.spelling.SpellingRecorder;
import io.micrometer.core.instrument.Counter;
import java.time.Duration;

/**
 * Writes events about misspelt words at once, one after the other: they are few, and their author still looks at the
 * pod.
 */
final class MisspellingEventRecorder implements SpellingRecorder {
    private static final int CAPACITY = 1_000;

    private final AsyncRequestQueue outbox;
    private final PodEventWriter events;

    /** @param dropped counts events that were never written */
    MisspellingEventRecorder(PodEventWriter events, BindingsInFlight traffic, Counter dropped) {
        this.outbox = new AsyncRequestQueue("spelling", CAPACITY, 1, Duration.ZERO, traffic, dropped);
        this.events = events;
    }

    @Override
    public void record(Misspelling misspelling) {
        outbox.submit(() -> events.writeNew(PodEvents.misspelled(misspelling)));
    }

    /** Writes the announcements that are still queued, for at most this long. */
    void stop(Duration flush) {
        outbox.stop(flush);
    }
}
