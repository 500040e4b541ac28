package dev.edgewise.networkprobe.relay;

import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Does things when they are due, to some ten µs: sleeps until shortly before, then spins. */
final class DelayLine implements Runnable {
    private static final long SPIN_NANOS = TimeUnit.MICROSECONDS.toNanos(150);
    private static final int MOST_WAITING = 10_000;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final PriorityQueue<Task> waiting = new PriorityQueue<>();

    private record Task(long dueNanos, Runnable action) implements Comparable<Task> {
        @Override
        public int compareTo(Task other) {
            return Long.signum(dueNanos - other.dueNanos);
        }
    }

    /** Like a full queue in the network, one that is full drops what comes. */
    void add(long dueNanos, Runnable action) {
        lock.lock();
        try {
            if (waiting.size() < MOST_WAITING) {
                waiting.add(new Task(dueNanos, action));
                changed.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Continues until the thread is interrupted. */
    @Override
    public void run() {
        try {
            while (true) {
                Task task = takeShortlyBefore();
                while (task.dueNanos() - System.nanoTime() > 0) {
                    Thread.onSpinWait();
                }
                task.action().run();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Task takeShortlyBefore() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (true) {
                Task first = waiting.peek();
                long sleep = first == null ? Long.MAX_VALUE : first.dueNanos() - System.nanoTime() - SPIN_NANOS;
                if (first != null && sleep <= 0) {
                    return waiting.remove();
                }
                changed.awaitNanos(sleep);
            }
        } finally {
            lock.unlock();
        }
    }
}
