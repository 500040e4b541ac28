package dev.edgewise.scheduler.queue;

import java.time.Duration;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The pods in backoff. While nothing else is to do, one that was rejected and has been woken is tried before its
 * backoff ends, as kube-scheduler does (SchedulerPopFromBackoffQ); one whose attempt failed by an error is not. Signals
 * can wake pods hundreds of times a second, so a pod waits for the initial backoff at least, and there is a pause after
 * each early attempt that was rejected again. Not thread-safe.
 */
final class BackoffQueue {
    private static final long PAUSE = Duration.ofMillis(50).toNanos();

    private final long shortestBackoffNanos;
    private final TreeSet<QueueEntry> rejected = new TreeSet<>(QueueEntry.BY_BACKOFF);
    private final TreeSet<QueueEntry> failed = new TreeSet<>(QueueEntry.BY_BACKOFF);
    private long noEarlyAttemptUntil;

    /** @param shortestBackoffNanos time that a pod waits at least before it is tried again */
    BackoffQueue(long shortestBackoffNanos) {
        this.shortestBackoffNanos = shortestBackoffNanos;
    }

    void add(QueueEntry entry) {
        laneOf(entry).add(entry);
    }

    void remove(QueueEntry entry) {
        laneOf(entry).remove(entry);
    }

    int size() {
        return rejected.size() + failed.size();
    }

    @Nullable
    QueueEntry firstWithEndedBackoff(long now) {
        if (!failed.isEmpty() && failed.first().backoffUntil <= now) {
            return failed.first();
        }
        return !rejected.isEmpty() && rejected.first().backoffUntil <= now ? rejected.first() : null;
    }

    /** Returns a pod to be tried before its backoff ends, if nothing else is to do. */
    @Nullable
    QueueEntry firstToTryEarly(long now) {
        return nextEarlyAttempt() <= now ? rejected.first() : null;
    }

    /** Notes that a pod was tried early without success. */
    void earlyAttemptFailed(long now) {
        noEarlyAttemptUntil = now + PAUSE;
    }

    /** Returns when the next pod's backoff ends, or it may be tried early. */
    long nextChangeAt() {
        return Math.min(failed.isEmpty() ? Long.MAX_VALUE : failed.first().backoffUntil, nextEarlyAttempt());
    }

    private long nextEarlyAttempt() {
        if (rejected.isEmpty()) {
            return Long.MAX_VALUE;
        }
        QueueEntry first = rejected.first();
        return Math.min(
                first.backoffUntil, Math.max(noEarlyAttemptUntil, first.lastAttemptEndedAt + shortestBackoffNanos));
    }

    /** A pod keeps what rejected it until it is tried again; one whose attempt failed has nothing. */
    private TreeSet<QueueEntry> laneOf(QueueEntry entry) {
        return entry.rejected == null ? failed : rejected;
    }
}
