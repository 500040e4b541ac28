package dev.edgewise.scheduler.cycle;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * The bindings under way, whose number is limited: the deciding thread waits before it runs ahead of an API
 * server that is slow.
 */
public final class ConcurrentBindings {
    private final Executor executor;
    private final int most;
    private final Semaphore room;

    /**
     * Runs bindings on the executor.
     *
     * @param most how many may run concurrently, at least 1
     */
    public ConcurrentBindings(Executor executor, int most) {
        if (most < 1) {
            throw new IllegalArgumentException("most bindings under way is " + most + ", must be at least 1");
        }
        this.executor = executor;
        this.most = most;
        this.room = new Semaphore(most);
    }

    /** Returns how many may run concurrently. */
    public int most() {
        return most;
    }

    /** Returns how many are under way. */
    public int inFlight() {
        return most - room.availablePermits();
    }

    /** Waits until one more may begin; whether it may. */
    boolean awaitFreeSlot(Duration timeout) throws InterruptedException {
        if (!room.tryAcquire(timeout.toNanos(), TimeUnit.NANOSECONDS)) {
            return false;
        }
        room.release();
        return true;
    }

    /**
     * Begins one more.
     *
     * @throws RejectedExecutionException if the executor takes none
     */
    void begin(Runnable binding) {
        room.acquireUninterruptibly();
        try {
            executor.execute(() -> {
                try {
                    binding.run();
                } finally {
                    room.release();
                }
            });
        } catch (RejectedExecutionException closed) {
            room.release();
            throw closed;
        }
    }

    /** Waits until no binding is under way, and returns whether all ended in time. */
    boolean drain(Duration timeout) throws InterruptedException {
        if (!room.tryAcquire(most, timeout.toNanos(), TimeUnit.NANOSECONDS)) {
            return false;
        }
        room.release(most);
        return true;
    }
}
