package dev.edgewise.scheduler.slots.web.events;

import dev.edgewise.scheduler.slots.model.BatchJob;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.model.ObjectKind;
import dev.edgewise.scheduler.slots.model.Scheduling;
import dev.edgewise.scheduler.slots.model.Testbed;
import dev.edgewise.scheduler.slots.view.SlotObjectListener;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The latest changes, which each client reads at its own pace. A client that is too far behind has to list again.
 * Thread-safe.
 */
final class SlotEventLog implements SlotObjectListener {
    /** Memory of all changes that are kept, by the estimate of {@link EventSizeEstimate}. */
    static final long MOST_BYTES = 16L * 1024 * 1024;

    private final String replica;
    private final int capacity;
    private final long mostBytes;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition grown = lock.newCondition();
    private final Deque<SlotObjectChange> events = new ArrayDeque<>();
    private long bytes;
    private long last;
    private boolean closed;

    /**
     * @param replica text in front of each event's number, unlike that of any other start of any replica
     * @param capacity number of changes that are kept
     * @param mostBytes weight of all that are kept; the latest is always kept
     */
    SlotEventLog(String replica, int capacity, long mostBytes) {
        this.replica = replica;
        this.capacity = capacity;
        this.mostBytes = mostBytes;
    }

    /** Returns the number of the latest change; 0 if there was none. */
    long last() {
        lock.lock();
        try {
            return last;
        } finally {
            lock.unlock();
        }
    }

    /** Returns the id of an event. */
    String id(long number) {
        return replica + "-" + number;
    }

    /**
     * Returns the number of the event with that id; below 0 if later ones are not kept, or it is of another replica.
     */
    long position(String id) {
        String prefix = replica + "-";
        if (!id.startsWith(prefix)) {
            return -1;
        }
        try {
            long number = Long.parseLong(id.substring(prefix.length()));
            return keepsAfter(number) ? number : -1;
        } catch (NumberFormatException unknown) {
            return -1;
        }
    }

    private boolean keepsAfter(long number) {
        lock.lock();
        try {
            return number == last || (number < last && events.getFirst().number() <= number + 1);
        } finally {
            lock.unlock();
        }
    }

    boolean isClosed() {
        lock.lock();
        try {
            return closed;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits for changes after that one.
     *
     * @param nanos longest wait
     * @return empty if there was none in time; null if some are not kept any more
     */
    @Nullable
    List<SlotObjectChange> after(long number, long nanos) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = nanos;
            while (last <= number && left > 0 && !closed) {
                left = grown.awaitNanos(left);
            }
            if (last <= number) {
                return List.of();
            }
            if (events.getFirst().number() > number + 1) {
                return null;
            }
            List<SlotObjectChange> found = new ArrayList<>();
            // From the latest on: most clients have seen nearly all, and changes wait for this lock.
            for (Iterator<SlotObjectChange> latest = events.descendingIterator(); latest.hasNext(); ) {
                SlotObjectChange event = latest.next();
                if (event.number() <= number) {
                    break;
                }
                found.add(event);
            }
            Collections.reverse(found);
            return found;
        } finally {
            lock.unlock();
        }
    }

    /** Ends all waits. */
    void close() {
        lock.lock();
        try {
            closed = true;
            grown.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void changed(Action action, Testbed testbed) {
        add(action, ObjectKind.TESTBED, testbed.metadata().key(), testbed);
    }

    @Override
    public void changed(Action action, BatchJob job) {
        add(action, ObjectKind.BATCH_JOB, job.metadata().key(), job);
    }

    @Override
    public void changed(Action action, Scheduling scheduling) {
        add(action, ObjectKind.SCHEDULING, scheduling.metadata().key(), scheduling);
    }

    private void add(Action action, ObjectKind kind, ObjectKey key, Object object) {
        lock.lock();
        try {
            last++;
            events.addLast(new SlotObjectChange(last, action, kind, key, object));
            bytes += EventSizeEstimate.of(object);
            while (events.size() > capacity || (bytes > mostBytes && events.size() > 1)) {
                bytes -= EventSizeEstimate.of(events.removeFirst().object());
            }
            grown.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
