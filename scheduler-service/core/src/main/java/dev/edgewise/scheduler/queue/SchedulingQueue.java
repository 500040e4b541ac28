package dev.edgewise.scheduler.queue;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.framework.ClusterEvent;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.queue.QueueObserver.Cause;
import dev.edgewise.scheduler.queue.QueueObserver.Part;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The pods that wait for a node. A pod is <em>active</em> (see {@link ActiveQueue} for the order), in <em>backoff</em>
 * after a failed attempt, <em>unschedulable</em> until an event that could help it or a timeout, <em>gated</em>, or in
 * flight: taken, and not yet handed back. Events during an attempt are remembered, so that no event is lost between the
 * snapshot a pod is judged by and the moment it is requeued. Thread-safe.
 */
public final class SchedulingQueue {
    private static final long SHORTEST_WAIT_NANOS = 1_000_000;

    private final Ticker ticker;
    private final QueueWaitingTimes times;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final QueueEntries entries = new QueueEntries();
    private final SubQueues parts;

    public SchedulingQueue(Ticker ticker, QueueWaitingTimes times, QueueObserver observer) {
        this.ticker = ticker;
        this.times = times;
        this.parts = new SubQueues(times, ticker, (part, cause, event) -> {
            observer.entered(part, cause, event);
            changed.signal();
        });
    }

    /** Adds a pending pod, or updates one that waits already. */
    public void put(Pod pod) {
        locked(() -> {
            QueueEntry known = entries.find(pod.key());
            if (known != null && known.pod.isSameAs(pod)) {
                parts.update(known, pod);
                return;
            }
            drop(known);
            QueueEntry entry = entries.add(pod, ticker.nanos());
            parts.enter(entry, entry.isGated() ? Part.GATED : Part.ACTIVE, Cause.POD_ADDED, null);
        });
    }

    /** Removes a pod that is gone, bound, or no longer ours. */
    public void remove(PodKey key) {
        locked(() -> drop(entries.find(key)));
    }

    /** Tries every unschedulable pod again that the event could help, once its backoff has ended. */
    public void wake(ClusterEvent event) {
        wake(event, pod -> true);
    }

    /** Wakes only the pods that the event concerns. */
    public void wake(ClusterEvent event, Predicate<Pod> concerned) {
        locked(() -> {
            entries.recordMissedEvent(event);
            for (QueueEntry entry : parts.unschedulable().registeredFor(event)) {
                if (!concerned.test(entry.pod)) {
                    continue;
                }
                if (entry.awaitsPreemption) {
                    entry.recordMissedEvent(event);
                } else {
                    parts.move(entry, parts.activeOrBackoff(entry), Cause.CLUSTER_EVENT, event);
                }
            }
        });
    }

    /**
     * Takes the pod that is to be tried next.
     *
     * @param timeout how long to wait for one; zero only looks
     * @return null if there is none in that time
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    public @Nullable PodTakenFromQueue take(Duration timeout) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long remaining = timeout.toNanos();
            while (true) {
                parts.promote(ticker.nanos());
                QueueEntry next = parts.active().first();
                if (next != null) {
                    parts.active().noteTaken(next);
                    parts.remove(next);
                    return entries.pop(next);
                }
                if (remaining <= 0) {
                    return null;
                }
                remaining -= await(remaining);
            }
        } finally {
            lock.unlock();
        }
    }

    /** The pod is bound or need not be tried any more. */
    public void done(PodTakenFromQueue pod) {
        locked(() -> drop(entries.findInFlight(pod)));
    }

    /** The attempt failed by an error; time alone may help. */
    public void retry(PodTakenFromQueue pod) {
        locked(() -> {
            QueueEntry entry = finish(pod);
            if (entry != null) {
                parts.enter(entry, entry.isGated() ? Part.GATED : Part.BACKOFF, Cause.ATTEMPT_FAILED, null);
            }
        });
    }

    /**
     * Requeues a pod that no node accepts; it waits for an event, or only for its backoff if one came while it was
     * being tried.
     */
    public void requeueUnschedulable(PodTakenFromQueue pod, WakeUpConditions rejected) {
        requeueUnschedulable(pod, rejected, times.unschedulableTimeout(), false);
    }

    /**
     * Requeues the pod, but tries it again after that time even if nothing happens.
     *
     * @param atMost the usual timeout ends the wait, too
     */
    public void requeueUnschedulable(PodTakenFromQueue pod, WakeUpConditions rejected, Duration atMost) {
        requeueUnschedulable(pod, rejected, atMost, false);
    }

    /**
     * Requeues a pod for which pods are evicted, like {@link #requeueUnschedulable}: nothing wakes it until {@link
     * #endPreemption} or the timeout.
     */
    public void awaitPreemption(PodTakenFromQueue pod, WakeUpConditions rejected) {
        requeueUnschedulable(pod, rejected, times.unschedulableTimeout(), true);
    }

    /**
     * Ends the wait of a pod for its preemption. Does nothing if it does not wait for that any more.
     *
     * @param failed tries the pod again after its backoff, as after any attempt that failed: no eviction will wake it
     */
    public void endPreemption(PodTakenFromQueue pod, boolean failed) {
        locked(() -> {
            QueueEntry entry = entries.find(pod);
            if (entry == null || !entry.awaitsPreemption) {
                return;
            }
            entry.awaitsPreemption = false;
            if (failed) {
                parts.remove(entry);
                entries.clearRejection(entry);
                entry.finish(ticker.nanos(), times);
                parts.enter(entry, Part.BACKOFF, Cause.ATTEMPT_FAILED, null);
            } else if (entry.isOutdated()) {
                parts.move(entry, parts.activeOrBackoff(entry), Cause.ATTEMPT_FAILED, null);
            }
        });
    }

    /**
     * The pod's capacity is free: it is tried immediately, unless it is being tried, is gated, or awaits its
     * preemption.
     */
    public void activate(PodTakenFromQueue pod) {
        locked(() -> {
            QueueEntry entry = entries.find(pod);
            if (entry != null
                    && !entry.awaitsPreemption
                    && (entry.part == Part.BACKOFF || entry.part == Part.UNSCHEDULABLE)) {
                parts.move(entry, Part.ACTIVE, Cause.ACTIVATED, null);
            }
        });
    }

    public QueueCounts counts() {
        return read(parts::counts);
    }

    /** Returns how many pods are taken and not yet handed back. */
    public int inFlight() {
        return read(entries::inFlight);
    }

    /** Returns whether pods are ready to be placed or are being placed; others may wait after a failed attempt. */
    public boolean hasActiveOrInFlightPods() {
        return counts().active() > 0 || inFlight() > 0;
    }

    /** Returns how many waiting pods that filter of that profile rejected at their last attempt. */
    public int rejectedBy(String profile, String filter) {
        return read(() -> entries.rejectedBy(profile, filter));
    }

    private void requeueUnschedulable(
            PodTakenFromQueue pod, WakeUpConditions rejected, Duration atMost, boolean awaitsPreemption) {
        locked(() -> {
            QueueEntry entry = finish(pod);
            if (entry == null) {
                return;
            }
            entries.reject(entry, rejected);
            long timeout = times.unschedulableTimeout().toNanos();
            entry.timesOutAt = entry.lastAttemptEndedAt + Math.min(timeout, atMost.toNanos());
            entry.awaitsPreemption = awaitsPreemption && !entry.isGated();
            Part part = entry.isOutdated() && !entry.awaitsPreemption ? Part.BACKOFF : Part.UNSCHEDULABLE;
            parts.enter(entry, entry.isGated() ? Part.GATED : part, Cause.ATTEMPT_FAILED, null);
        });
    }

    /** Ends the attempt, unless the pod was removed or replaced meanwhile. */
    private @Nullable QueueEntry finish(PodTakenFromQueue pod) {
        QueueEntry entry = entries.findInFlight(pod);
        if (entry != null) {
            entries.finish(entry);
            entry.finish(ticker.nanos(), times);
            if (entry.takenEarly) {
                entry.takenEarly = false;
                parts.backoff().earlyAttemptFailed(entry.lastAttemptEndedAt);
            }
        }
        return entry;
    }

    private void drop(@Nullable QueueEntry entry) {
        if (entry != null) {
            parts.remove(entry);
            entries.remove(entry);
        }
    }

    /** Waits for a change or for time to make a pod active; the nanoseconds that took. */
    private long await(long limit) throws InterruptedException {
        long nanos = Math.max(parts.untilNext(ticker.nanos(), limit), SHORTEST_WAIT_NANOS);
        return nanos - changed.awaitNanos(nanos);
    }

    private void locked(Runnable step) {
        lock.lock();
        try {
            step.run();
        } finally {
            lock.unlock();
        }
    }

    private <T> T read(Supplier<T> value) {
        lock.lock();
        try {
            return value.get();
        } finally {
            lock.unlock();
        }
    }
}
