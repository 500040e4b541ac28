package dev.edgewise.scheduler.kubernetes;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** How many bindings are under way, so that what is less urgent can let them go first. */
final class BindTraffic {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition quiet = lock.newCondition();
    private int underWay;

    void begin() {
        lock.lock();
        try {
            underWay++;
        } finally {
            lock.unlock();
        }
    }

    void end() {
        lock.lock();
        try {
            if (--underWay == 0) {
                quiet.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Waits until no binding is under way, but no longer than this. */
    void awaitQuiet(long nanos) throws InterruptedException {
        long left = nanos;
        lock.lockInterruptibly();
        try {
            while (underWay > 0 && left > 0) {
                left = quiet.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }
}
