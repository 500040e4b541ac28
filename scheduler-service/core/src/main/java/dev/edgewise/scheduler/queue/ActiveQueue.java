package dev.edgewise.scheduler.queue;

import java.util.Comparator;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The pods that are ready to be tried: higher priority first; of the same priority, pods that were never tried and pods
 * that came back take turns. However many come back, a new pod waits for as many attempts as there are new ones before
 * it, and the reverse. Among the new ones the older pod goes first, among the others the one that has waited longest
 * since its last attempt. Not thread-safe.
 */
final class ActiveQueue {
    private static final Comparator<QueueEntry> BY_PRIORITY =
            Comparator.comparingInt(QueueEntry::priority).reversed();

    private final TreeSet<QueueEntry> untried = new TreeSet<>(
            BY_PRIORITY.thenComparing(entry -> entry.pod.createdAt()).thenComparingLong(entry -> entry.sequenceNumber));
    private final TreeSet<QueueEntry> returned = new TreeSet<>(BY_PRIORITY
            .thenComparingLong(entry -> entry.lastAttemptEndedAt)
            .thenComparingLong(entry -> entry.sequenceNumber));
    private boolean returnedAreNext;

    void add(QueueEntry entry) {
        laneOf(entry).add(entry);
    }

    void remove(QueueEntry entry) {
        laneOf(entry).remove(entry);
    }

    /** The one to be tried next. */
    @Nullable
    QueueEntry first() {
        if (untried.isEmpty() || returned.isEmpty()) {
            return untried.isEmpty() ? firstOf(returned) : untried.first();
        }
        int order = BY_PRIORITY.compare(untried.first(), returned.first());
        return order < 0 || (order == 0 && !returnedAreNext) ? untried.first() : returned.first();
    }

    /** The entry is tried: the other kind has its turn. */
    void noteTaken(QueueEntry entry) {
        returnedAreNext = laneOf(entry) == untried;
    }

    boolean isEmpty() {
        return untried.isEmpty() && returned.isEmpty();
    }

    int size() {
        return untried.size() + returned.size();
    }

    private TreeSet<QueueEntry> laneOf(QueueEntry entry) {
        return entry.attempts == 0 ? untried : returned;
    }

    private static @Nullable QueueEntry firstOf(TreeSet<QueueEntry> lane) {
        return lane.isEmpty() ? null : lane.first();
    }
}
