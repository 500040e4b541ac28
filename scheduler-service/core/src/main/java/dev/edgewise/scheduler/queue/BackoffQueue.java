package dev.edgewise.scheduler.queue;

import java.time.Duration;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The pods in backoff. While nothing else is to do, one that was rejected and has been woken is tried before it is
 * rested, as kube-scheduler does (SchedulerPopFromBackoffQ); one whose attempt failed by an error is not. Signals can
 * wake pods hundreds of times a second, so a pod rests for the initial backoff at least, and there is a pause after
 * each early attempt that was rejected again. Not thread-safe.
 */
final class BackoffQueue {
    private static final long PAUSE = Duration.ofMillis(50).toNanos();

    private final long shortestRest;
    private final TreeSet<QueueEntry> rejected = new TreeSet<>(QueueEntry.BY_REST);
    private final TreeSet<QueueEntry> failed = new TreeSet<>(QueueEntry.BY_REST);
    private long noneEarlyUntil;

    /** @param shortestRest of a pod before it is tried again, nanoseconds */
    BackoffQueue(long shortestRest) {
        this.shortestRest = shortestRest;
    }

    void add(QueueEntry entry) {
        lane(entry).add(entry);
    }

    void remove(QueueEntry entry) {
        lane(entry).remove(entry);
    }

    int size() {
        return rejected.size() + failed.size();
    }

    @Nullable
    QueueEntry rested(long now) {
        if (!failed.isEmpty() && failed.first().restsUntil <= now) {
            return failed.first();
        }
        return !rejected.isEmpty() && rejected.first().restsUntil <= now ? rejected.first() : null;
    }

    /** Returns a pod to be tried before its backoff ends, if nothing else is to do. */
    @Nullable
    QueueEntry early(long now) {
        return nextEarly() <= now ? rejected.first() : null;
    }

    /** Notes that a pod was tried early without success. */
    void failedEarly(long now) {
        noneEarlyUntil = now + PAUSE;
    }

    /** Returns when the next pod's backoff ends, or it may be tried early. */
    long next() {
        return Math.min(failed.isEmpty() ? Long.MAX_VALUE : failed.first().restsUntil, nextEarly());
    }

    private long nextEarly() {
        if (rejected.isEmpty()) {
            return Long.MAX_VALUE;
        }
        QueueEntry first = rejected.first();
        return Math.min(first.restsUntil, Math.max(noneEarlyUntil, first.returnedAt + shortestRest));
    }

    /** A pod keeps what rejected it until it is tried again; one whose attempt failed has nothing. */
    private TreeSet<QueueEntry> lane(QueueEntry entry) {
        return entry.rejected == null ? failed : rejected;
    }
}
