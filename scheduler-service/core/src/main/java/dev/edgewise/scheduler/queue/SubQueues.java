package dev.edgewise.scheduler.queue;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.framework.ClusterEvent;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.queue.QueueObserver.Cause;
import dev.edgewise.scheduler.queue.QueueObserver.Part;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Moves entries between the parts of the queue and knows the part of each. Times are readings of the queue's ticker.
 * Not thread-safe.
 */
final class SubQueues {
    private final ActiveQueue active = new ActiveQueue();
    private final BackoffQueue backoff;
    private final UnschedulablePods unschedulable = new UnschedulablePods();
    private final Set<QueueEntry> gated = new HashSet<>();
    private final Ticker ticker;
    private final QueueObserver observer;

    SubQueues(QueueWaitingTimes times, Ticker ticker, QueueObserver observer) {
        this.ticker = ticker;
        this.observer = observer;
        this.backoff = new BackoffQueue(times.backoff().first().toNanos());
    }

    void add(QueueEntry entry, Part part) {
        entry.part = part;
        switch (part) {
            case ACTIVE -> active.add(entry);
            case BACKOFF -> backoff.add(entry);
            case UNSCHEDULABLE -> unschedulable.add(entry);
            case GATED -> gated.add(entry);
        }
    }

    /** Takes the entry out of its part; must be called before anything that orders it changes. */
    void remove(QueueEntry entry) {
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

    void move(QueueEntry entry, Part part, Cause cause, @Nullable ClusterEvent event) {
        remove(entry);
        enter(entry, part, cause, event);
    }

    void enter(QueueEntry entry, Part part, Cause cause, @Nullable ClusterEvent event) {
        add(entry, part);
        observer.entered(part, cause, event);
    }

    /** Returns the part for a pod that is to be tried again: active if its backoff has ended, else backoff. */
    Part activeOrBackoff(QueueEntry entry) {
        return entry.backoffUntil > ticker.nanos() ? Part.BACKOFF : Part.ACTIVE;
    }

    /** Replaces the pod of an entry that waits already, and moves the entry if it may be tried now. */
    void update(QueueEntry entry, Pod pod) {
        Part part = entry.part;
        remove(entry);
        boolean requirementsChanged = entry.update(pod);
        if (part == null) {
            return;
        }
        if (entry.isGated()) {
            entry.awaitsPreemption = false;
            add(entry, Part.GATED);
        } else if (part == Part.GATED) {
            entry.since = entry.attempts == 0 ? ticker.nanos() : entry.since;
            enter(entry, activeOrBackoff(entry), Cause.POD_UPDATED, null);
        } else if (part == Part.UNSCHEDULABLE && requirementsChanged && !entry.awaitsPreemption) {
            enter(entry, activeOrBackoff(entry), Cause.POD_UPDATED, null);
        } else {
            add(entry, part);
        }
    }

    /** Activates the entries whose time has come; if none is active then, one that is still in backoff. */
    void promote(long now) {
        for (QueueEntry entry = backoff.firstWithEndedBackoff(now);
                entry != null;
                entry = backoff.firstWithEndedBackoff(now)) {
            move(entry, Part.ACTIVE, Cause.BACKOFF_COMPLETE, null);
        }
        for (QueueEntry entry = unschedulable.timedOut(now); entry != null; entry = unschedulable.timedOut(now)) {
            entry.awaitsPreemption = false;
            move(entry, activeOrBackoff(entry), Cause.UNSCHEDULABLE_TIMEOUT, null);
        }
        QueueEntry early = active.isEmpty() ? backoff.firstToTryEarly(now) : null;
        if (early != null) {
            early.takenEarly = true;
            move(early, Part.ACTIVE, Cause.TAKEN_EARLY, null);
        }
    }

    /** Returns how long until time alone makes a pod ready, at most the limit. */
    long untilNext(long now, long limit) {
        return Math.min(limit, Math.min(backoff.nextChangeAt(), unschedulable.nextTimeout()) - now);
    }

    ActiveQueue active() {
        return active;
    }

    BackoffQueue backoff() {
        return backoff;
    }

    UnschedulablePods unschedulable() {
        return unschedulable;
    }

    QueueCounts counts() {
        return new QueueCounts(active.size(), backoff.size(), unschedulable.size(), gated.size());
    }
}
