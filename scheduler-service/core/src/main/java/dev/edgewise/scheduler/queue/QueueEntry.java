package dev.edgewise.scheduler.queue;

import dev.edgewise.scheduler.framework.ClusterEvent;
import dev.edgewise.scheduler.model.Pod;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The entry of a pod in the queue, from its arrival until it is removed. Guarded by the queue's lock; the fields that
 * order it change only between parts. Times are readings of the queue's ticker.
 */
final class QueueEntry {
    static final Comparator<QueueEntry> BY_BACKOFF = Comparator.<QueueEntry>comparingLong(entry -> entry.backoffUntil)
            .thenComparingLong(entry -> entry.sequenceNumber);

    static final Comparator<QueueEntry> BY_TIMEOUT = Comparator.<QueueEntry>comparingLong(entry -> entry.timesOutAt)
            .thenComparingLong(entry -> entry.sequenceNumber);

    final long sequenceNumber;
    Pod pod;
    /** Time when it entered the queue, ungated, for the first time. */
    long since;
    /** Time when its last attempt ended. */
    long lastAttemptEndedAt;

    int attempts;
    long backoffUntil;
    long timesOutAt;
    /** Whether it was taken before its backoff ended. */
    boolean takenEarly;
    /** Whether its preemption is under way, so that nothing wakes it. */
    boolean awaitsPreemption;

    @Nullable
    WakeUpConditions rejected;
    /** The part of the queue; null while the pod is being tried. */
    QueueObserver.@Nullable Part part;

    /** Events that came while the pod was being tried, or waited for its preemption. Most pods have none. */
    private Set<ClusterEvent> missedEvents = Set.of();

    private boolean changed;

    QueueEntry(long sequenceNumber, Pod pod, long since) {
        this.sequenceNumber = sequenceNumber;
        this.pod = pod;
        this.since = since;
    }

    int priority() {
        return pod.spec().priority();
    }

    boolean isGated() {
        return !pod.spec().gates().isEmpty();
    }

    PodTakenFromQueue pop() {
        missedEvents = Set.of();
        changed = false;
        part = null;
        attempts++;
        return new PodTakenFromQueue(pod, attempts, since, sequenceNumber);
    }

    /** Notes an event that came while the pod could not be woken, perhaps after the snapshot that it is judged by. */
    void recordMissedEvent(ClusterEvent event) {
        if (!missedEvents.contains(event)) {
            missedEvents = new HashSet<>(missedEvents);
            missedEvents.add(event);
        }
    }

    /** Replaces the pod; returns whether its requirements changed. */
    boolean update(Pod newer) {
        boolean requirementsChanged = !newer.spec().equals(pod.spec())
                || !newer.labels().equals(pod.labels())
                || !newer.annotations().equals(pod.annotations());
        pod = newer;
        changed |= requirementsChanged;
        return requirementsChanged;
    }

    /** An attempt has ended: a later one waits for its backoff. */
    void finish(long now, QueueWaitingTimes times) {
        lastAttemptEndedAt = now;
        backoffUntil = now + times.backoff().after(attempts).toNanos();
    }

    /** Returns whether what it was rejected for is out of date already. */
    boolean isOutdated() {
        WakeUpConditions last = rejected;
        return last != null && (changed || missedEvents.stream().anyMatch(last::isWokenBy));
    }
}
