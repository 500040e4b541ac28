package dev.edgewise.scheduler.queue;

import dev.edgewise.scheduler.queue.QueueObserver.Part;
import java.util.HashSet;
import java.util.Set;

/** Which entry is in which part of the queue. Times are readings of the queue's ticker. Not thread-safe. */
final class SubQueues {
    private final Active active = new Active();
    private final Resting backoff;
    private final UnschedulablePods unschedulable = new UnschedulablePods();
    private final Set<Entry> gated = new HashSet<>();

    SubQueues(QueueTimes times) {
        this.backoff = new Resting(times.backoff().first().toNanos());
    }

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

    /** How long until time alone makes a pod ready, at most the limit. */
    long untilNext(long now, long limit) {
        return Math.min(limit, Math.min(backoff.next(), unschedulable.nextTimeout()) - now);
    }

    Active active() {
        return active;
    }

    Resting backoff() {
        return backoff;
    }

    UnschedulablePods unschedulable() {
        return unschedulable;
    }

    QueueCounts counts() {
        return new QueueCounts(active.size(), backoff.size(), unschedulable.size(), gated.size());
    }
}
