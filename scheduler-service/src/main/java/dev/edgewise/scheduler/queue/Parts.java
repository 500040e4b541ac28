package dev.edgewise.scheduler.queue;

import dev.edgewise.scheduler.queue.QueueObserver.Part;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Which entry is in which part of the queue. Not thread-safe. */
final class Parts {
    private final TreeSet<Entry> active = new TreeSet<>(Entry.BY_URGENCY);
    private final TreeSet<Entry> backoff = new TreeSet<>(Entry.BY_REST);
    private final Parked unschedulable = new Parked();
    private final Set<Entry> gated = new HashSet<>();

    void add(Entry entry, Part part) {
        entry.part = part;
        switch (part) {
            case ACTIVE -> active.add(entry);
            case BACKOFF -> backoff.add(entry);
            case UNSCHEDULABLE -> unschedulable.add(entry);
            case GATED -> gated.add(entry);
        }
    }

    /** Takes the entry out of its part; must be called before anything that orders it changes. */
    void remove(Entry entry) {
        Part part = entry.part;
        if (part == null) {
            return;
        }
        switch (part) {
            case ACTIVE -> active.remove(entry);
            case BACKOFF -> backoff.remove(entry);
            case UNSCHEDULABLE -> unschedulable.remove(entry);
            case GATED -> gated.remove(entry);
        }
        entry.part = null;
    }

    @Nullable
    Entry mostUrgent() {
        return active.isEmpty() ? null : active.first();
    }

    @Nullable
    Entry rested(Instant now) {
        return backoff.isEmpty() || backoff.first().restsAt(now) ? null : backoff.first();
    }

    @Nullable
    Entry timedOut(Instant now) {
        Instant next = unschedulable.nextTimeout();
        return next == null || next.isAfter(now) ? null : unschedulable.first();
    }

    /** How long until time alone makes a pod active, at most the limit. */
    Duration untilNext(Instant now, Duration limit) {
        Duration wait = limit;
        if (!backoff.isEmpty()) {
            wait = shorter(wait, Duration.between(now, backoff.first().restsUntil));
        }
        Instant timeout = unschedulable.nextTimeout();
        return timeout == null ? wait : shorter(wait, Duration.between(now, timeout));
    }

    Parked unschedulable() {
        return unschedulable;
    }

    QueueCounts counts() {
        return new QueueCounts(active.size(), backoff.size(), unschedulable.size(), gated.size());
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) <= 0 ? one : other;
    }
}
