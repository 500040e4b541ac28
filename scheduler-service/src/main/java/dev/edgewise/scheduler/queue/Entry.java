package dev.edgewise.scheduler.queue;

import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.pipeline.ClusterEvent;
import java.time.Instant;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One stay of a pod in the queue. Guarded by the queue's lock; the fields that order it change only between parts. */
final class Entry {
    /** Higher priority first, then the older pod, then who came first. */
    static final Comparator<Entry> BY_URGENCY = Comparator.<Entry>comparingInt(
                    entry -> -entry.pod.spec().priority())
            .thenComparing(entry -> entry.pod.createdAt())
            .thenComparingLong(entry -> entry.ticket);

    static final Comparator<Entry> BY_REST =
            Comparator.<Entry, Instant>comparing(entry -> entry.restsUntil).thenComparingLong(entry -> entry.ticket);

    static final Comparator<Entry> BY_TIMEOUT =
            Comparator.<Entry, Instant>comparing(entry -> entry.timesOutAt).thenComparingLong(entry -> entry.ticket);

    final long ticket;
    Pod pod;
    Instant since;
    int attempts;
    Instant restsUntil = Instant.MIN;
    Instant timesOutAt = Instant.MAX;

    @Nullable
    Rejected rejected;
    /** Null while the pod is being tried. */
    QueueObserver.@Nullable Part part;

    private final Set<ClusterEvent> missed = EnumSet.noneOf(ClusterEvent.class);
    private boolean changed;

    Entry(long ticket, Pod pod, Instant since) {
        this.ticket = ticket;
        this.pod = pod;
        this.since = since;
    }

    boolean isGated() {
        return !pod.spec().gates().isEmpty();
    }

    boolean restsAt(Instant now) {
        return restsUntil.isAfter(now);
    }

    QueuedPod launch() {
        missed.clear();
        changed = false;
        part = null;
        attempts++;
        return new QueuedPod(pod, attempts, since, ticket);
    }

    /** Something happened while the pod was being tried, perhaps after the snapshot that it is judged by. */
    void miss(ClusterEvent event) {
        missed.add(event);
    }

    /** Takes in the newer pod; whether it asks for something else now. */
    boolean update(Pod newer) {
        boolean asksAnew = !newer.spec().equals(pod.spec())
                || !newer.labels().equals(pod.labels())
                || !newer.annotations().equals(pod.annotations());
        pod = newer;
        changed |= asksAnew;
        return asksAnew;
    }

    /** Whether a rejection is out of date already. */
    boolean isOutdated(Rejected rejection) {
        return changed || missed.stream().anyMatch(rejection.wokenBy()::contains);
    }
}
