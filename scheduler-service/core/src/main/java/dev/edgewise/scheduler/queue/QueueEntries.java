package dev.edgewise.scheduler.queue;

import dev.edgewise.scheduler.framework.ClusterEvent;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodKey;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The entries of all pods in the queue, those being tried included. Not thread-safe. */
final class QueueEntries {
    private final Map<PodKey, QueueEntry> entries = new HashMap<>();
    private final Set<QueueEntry> inFlight = new HashSet<>();
    /** Number of waiting pods that each filter rejected. */
    private final Map<FilterOf, Integer> rejected = new HashMap<>();

    private long lastSequenceNumber;

    private record FilterOf(String profile, String filter) {}

    QueueEntry add(Pod pod, long now) {
        QueueEntry entry = new QueueEntry(++lastSequenceNumber, pod, now);
        entries.put(pod.key(), entry);
        return entry;
    }

    @Nullable
    QueueEntry find(PodKey key) {
        return entries.get(key);
    }

    /** Returns the entry that the pod was taken from; null if it has been removed since. */
    @Nullable
    QueueEntry find(PodTakenFromQueue taken) {
        QueueEntry entry = entries.get(taken.pod().key());
        return entry != null && entry.sequenceNumber == taken.sequenceNumber() ? entry : null;
    }

    /** Returns the entry while the pod is being tried; null otherwise. */
    @Nullable
    QueueEntry findInFlight(PodTakenFromQueue taken) {
        QueueEntry entry = find(taken);
        return entry != null && entry.part == null ? entry : null;
    }

    PodTakenFromQueue pop(QueueEntry entry) {
        clearRejection(entry);
        inFlight.add(entry);
        return entry.pop();
    }

    void finish(QueueEntry entry) {
        inFlight.remove(entry);
    }

    void reject(QueueEntry entry, WakeUpConditions rejected) {
        entry.rejected = rejected;
        count(rejected, 1);
    }

    void remove(QueueEntry entry) {
        clearRejection(entry);
        inFlight.remove(entry);
        entries.remove(entry.pod.key());
    }

    /** Notes the event for pods that are being tried, since they may be judged by the state before it. */
    void recordMissedEvent(ClusterEvent event) {
        inFlight.forEach(entry -> entry.recordMissedEvent(event));
    }

    int inFlight() {
        return inFlight.size();
    }

    int rejectedBy(String profile, String filter) {
        return rejected.getOrDefault(new FilterOf(profile, filter), 0);
    }

    /** Forgets what rejected the pod; must be called while the entry is in no part of the queue. */
    void clearRejection(QueueEntry entry) {
        if (entry.rejected != null) {
            count(entry.rejected, -1);
            entry.rejected = null;
        }
    }

    private void count(WakeUpConditions last, int by) {
        for (String filter : last.filters()) {
            rejected.merge(new FilterOf(last.profile(), filter), by, (a, b) -> a + b == 0 ? null : a + b);
        }
    }
}
