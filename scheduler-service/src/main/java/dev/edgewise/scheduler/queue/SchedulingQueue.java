package dev.edgewise.scheduler.queue;

import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.pipeline.ClusterEvent;
import dev.edgewise.scheduler.queue.QueueObserver.Cause;
import dev.edgewise.scheduler.queue.QueueObserver.Part;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The pods that wait for a node. A pod is <em>active</em> (next by priority, then age), in <em>backoff</em> after a
 * failed attempt, <em>unschedulable</em> until an event that could help it or a timeout, <em>gated</em>, or in flight:
 * taken, and not yet handed back. What happens to a pod in flight is remembered, so that no event is lost between the
 * snapshot a pod is judged by and the moment it is parked. Thread-safe.
 */
public final class SchedulingQueue {
    private static final Duration SHORTEST_WAIT = Duration.ofMillis(1);

    private final Clock clock;
    private final QueueTimes times;
    private final QueueObserver observer;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Map<PodKey, Entry> entries = new HashMap<>();
    private final Set<Entry> inFlight = new HashSet<>();
    private final Parts parts = new Parts();
    private final RejectionTally tally = new RejectionTally();
    private long tickets;

    public SchedulingQueue(Clock clock, QueueTimes times, QueueObserver observer) {
        this.clock = clock;
        this.times = times;
        this.observer = observer;
    }

    /** Lets a pending pod wait for its turn, or takes in what changed about one that waits already. */
    public void put(Pod pod) {
        locked(() -> {
            Entry known = entries.get(pod.key());
            if (known != null && known.pod.isSameAs(pod)) {
                update(known, pod);
                return;
            }
            if (known != null) {
                drop(known);
            }
            Entry entry = new Entry(++tickets, pod, clock.instant());
            entries.put(pod.key(), entry);
            enter(entry, entry.isGated() ? Part.GATED : Part.ACTIVE, Cause.POD_ADDED, null);
        });
    }

    /** The pod is gone, bound, or no longer ours. */
    public void remove(PodKey key) {
        locked(() -> {
            Entry entry = entries.get(key);
            if (entry != null) {
                drop(entry);
            }
        });
    }

    /** Something happened: every unschedulable pod that it could help is tried again, once it is rested. */
    public void wake(ClusterEvent event) {
        locked(() -> {
            inFlight.forEach(entry -> entry.miss(event));
            for (Entry entry : parts.unschedulable().wokenBy(event)) {
                move(entry, restedPart(entry), Cause.CLUSTER_EVENT, event);
            }
        });
    }

    /**
     * The next pod to try.
     *
     * @param timeout how long to wait for one; zero only looks
     * @return null if there is none in that time
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    public @Nullable QueuedPod take(Duration timeout) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long remaining = timeout.toNanos();
            while (true) {
                promote(clock.instant());
                Entry next = parts.mostUrgent();
                if (next != null) {
                    return launch(next);
                }
                if (remaining <= 0) {
                    return null;
                }
                remaining -= await(Duration.ofNanos(remaining));
            }
        } finally {
            lock.unlock();
        }
    }

    /** The pod is bound or need not be tried any more. */
    public void done(QueuedPod pod) {
        locked(() -> {
            Entry entry = inFlight(pod);
            if (entry != null) {
                drop(entry);
            }
        });
    }

    /** The attempt failed for a reason that time may mend. */
    public void retry(QueuedPod pod) {
        locked(() -> {
            Entry entry = land(pod);
            if (entry != null) {
                enter(entry, entry.isGated() ? Part.GATED : Part.BACKOFF, Cause.ATTEMPT_FAILED, null);
            }
        });
    }

    /** No node would do; the pod waits for an event, or rests only if one came while it was being tried. */
    public void park(QueuedPod pod, Rejected rejected) {
        locked(() -> {
            Entry entry = land(pod);
            if (entry == null) {
                return;
            }
            entry.rejected = rejected;
            tally.add(rejected);
            entry.timesOutAt = clock.instant().plus(times.unschedulableTimeout());
            Part part = entry.isOutdated(rejected) ? Part.BACKOFF : Part.UNSCHEDULABLE;
            enter(entry, entry.isGated() ? Part.GATED : part, Cause.ATTEMPT_FAILED, null);
        });
    }

    public QueueCounts counts() {
        lock.lock();
        try {
            return parts.counts();
        } finally {
            lock.unlock();
        }
    }

    /** How many pods are taken and not yet handed back. */
    public int inFlight() {
        lock.lock();
        try {
            return inFlight.size();
        } finally {
            lock.unlock();
        }
    }

    /** How many waiting pods that filter of that profile rejected at their last attempt. */
    public int rejectedBy(String profile, String filter) {
        lock.lock();
        try {
            return tally.count(profile, filter);
        } finally {
            lock.unlock();
        }
    }

    private void update(Entry entry, Pod pod) {
        Part part = entry.part;
        parts.remove(entry);
        boolean asksAnew = entry.update(pod);
        if (part == null) {
            return;
        }
        if (entry.isGated()) {
            parts.add(entry, Part.GATED);
        } else if (part == Part.GATED) {
            entry.since = entry.attempts == 0 ? clock.instant() : entry.since;
            enter(entry, restedPart(entry), Cause.POD_UPDATED, null);
        } else if (part == Part.UNSCHEDULABLE && asksAnew) {
            enter(entry, restedPart(entry), Cause.POD_UPDATED, null);
        } else {
            parts.add(entry, part);
        }
    }

    private void promote(Instant now) {
        for (Entry entry = parts.rested(now); entry != null; entry = parts.rested(now)) {
            move(entry, Part.ACTIVE, Cause.BACKOFF_COMPLETE, null);
        }
        for (Entry entry = parts.timedOut(now); entry != null; entry = parts.timedOut(now)) {
            move(entry, restedPart(entry), Cause.UNSCHEDULABLE_TIMEOUT, null);
        }
    }

    private Part restedPart(Entry entry) {
        return entry.restsAt(clock.instant()) ? Part.BACKOFF : Part.ACTIVE;
    }

    private QueuedPod launch(Entry entry) {
        parts.remove(entry);
        acquit(entry);
        inFlight.add(entry);
        return entry.launch();
    }

    private @Nullable Entry inFlight(QueuedPod pod) {
        Entry entry = entries.get(pod.pod().key());
        return entry != null && entry.ticket == pod.ticket() && entry.part == null ? entry : null;
    }

    /** Ends the attempt, unless the pod was removed or replaced meanwhile. */
    private @Nullable Entry land(QueuedPod pod) {
        Entry entry = inFlight(pod);
        if (entry != null) {
            inFlight.remove(entry);
            entry.restsUntil = clock.instant().plus(times.backoff(entry.attempts));
        }
        return entry;
    }

    private void drop(Entry entry) {
        parts.remove(entry);
        acquit(entry);
        inFlight.remove(entry);
        entries.remove(entry.pod.key());
    }

    private void acquit(Entry entry) {
        Rejected rejected = entry.rejected;
        if (rejected != null) {
            tally.remove(rejected);
            entry.rejected = null;
        }
    }

    private void move(Entry entry, Part part, Cause cause, @Nullable ClusterEvent event) {
        parts.remove(entry);
        enter(entry, part, cause, event);
    }

    private void enter(Entry entry, Part part, Cause cause, @Nullable ClusterEvent event) {
        parts.add(entry, part);
        observer.entered(part, cause, event);
        changed.signal();
    }

    /** Waits for a change or for time to make a pod active; the nanoseconds that took. */
    private long await(Duration limit) throws InterruptedException {
        Duration wait = parts.untilNext(clock.instant(), limit);
        long nanos = Math.max(wait.toNanos(), SHORTEST_WAIT.toNanos());
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
}
