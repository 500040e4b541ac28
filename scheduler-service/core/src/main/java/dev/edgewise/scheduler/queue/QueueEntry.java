package dev.edgewise.scheduler.queue;

import dev.edgewise.scheduler.framework.ClusterEvent;
import dev.edgewise.scheduler.model.Pod;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One stay of a pod in the queue. Guarded by the queue's lock; the fields that order it change only between parts.
 * Times are readings of the queue's ticker.
 */
final class QueueEntry {
    static final Comparator<QueueEntry> BY_REST =
            Comparator.<QueueEntry>comparingLong(entry -> entry.restsUntil).thenComparingLong(entry -> entry.ticket);

    static final Comparator<QueueEntry> BY_TIMEOUT =
            Comparator.<QueueEntry>comparingLong(entry -> entry.timesOutAt).thenComparingLong(entry -> entry.ticket);

    final long ticket;
    Pod pod;
    /** Time when it entered the queue, ungated, for the first time. */
    long since;
    /** Time when its last attempt ended. */
    long returnedAt;

    int attempts;
    long restsUntil;
    long timesOutAt;
    /** Whether it was taken before it was rested. */
    boolean early;
    /** Whether its preemption is under way, so that nothing wakes it. */
    boolean held;

    @Nullable
    WakeUpConditions rejected;
    /** The part of the queue; null while the pod is being tried. */
    QueueObserver.@Nullable Part part;

    /** Most pods miss nothing. */
    private Set<ClusterEvent> missed = Set.of();

    private boolean changed;

    QueueEntry(long ticket, Pod pod, long since) {
        this.ticket = ticket;
        this.pod = pod;
        this.since = since;
    }

    int priority() {
        return pod.spec().priority();
    }

    boolean isGated() {
        return !pod.spec().gates().isEmpty();
    }

    QueuedPod pop() {
        missed = Set.of();
        changed = false;
        part = null;
        attempts++;
        return new QueuedPod(pod, attempts, since, ticket);
    }

    /** Notes an event that came while the pod could not be woken, perhaps after the snapshot that it is judged by. */
    void miss(ClusterEvent event) {
        if (!missed.contains(event)) {
            missed = new HashSet<>(missed);
            missed.add(event);
        }
    }

    /** Takes in the newer pod; whether it asks for something else now. */
    boolean update(Pod newer) {
        boolean requirementsChanged = !newer.spec().equals(pod.spec())
                || !newer.labels().equals(pod.labels())
                || !newer.annotations().equals(pod.annotations());
        pod = newer;
        changed |= requirementsChanged;
        return requirementsChanged;
    }

    /** An attempt has ended: a later one waits for its backoff. */
    void finish(long now, QueueTimes times) {
        returnedAt = now;
        restsUntil = now + times.backoff().after(attempts).toNanos();
    }

    /** Returns whether what it was rejected for is out of date already. */
    boolean isOutdated() {
        WakeUpConditions last = rejected;
        return last != null && (changed || missed.stream().anyMatch(last::isWokenBy));
    }
}
