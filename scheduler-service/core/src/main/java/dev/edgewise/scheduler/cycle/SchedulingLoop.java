package dev.edgewise.scheduler.cycle;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.queue.PodTakenFromQueue;
import dev.edgewise.scheduler.queue.SchedulingQueue;
import java.time.Duration;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/** The one thread that decides: takes pod after pod from the queue and runs its cycle. To be started by the leader. */
public final class SchedulingLoop {
    /** Longest wait for a pod, or for a free binding slot, before the loop reports that it is alive. */
    private static final Duration POLL_TIMEOUT = Duration.ofSeconds(1);
    /** Pause before the loop checks again whether it may decide. */
    private static final Duration INACTIVE_PAUSE = Duration.ofMillis(100);

    private final SchedulingQueue queue;
    private final SchedulingCycle cycle;
    private final Ticker ticker;
    private final ThreadFactory threads;
    private volatile boolean running;
    private volatile long progressedAt;
    private @Nullable Thread thread;

    public SchedulingLoop(SchedulingQueue queue, SchedulingCycle cycle, Ticker ticker, ThreadFactory threads) {
        this.queue = queue;
        this.cycle = cycle;
        this.ticker = ticker;
        this.threads = threads;
        this.progressedAt = ticker.nanos();
    }

    /** Begins to decide; does nothing if it has begun. */
    public synchronized void start() {
        if (running) {
            return;
        }
        running = true;
        progressedAt = ticker.nanos();
        Thread started = threads.newThread(this::decideUntilStopped);
        thread = started;
        started.start();
    }

    /**
     * Decides no more pods; bindings that are under way continue. Does nothing if it has stopped; it may start again.
     *
     * @param patience how long to wait for the decision that is being taken
     * @return whether nothing is decided any more
     * @throws InterruptedException if the calling thread is interrupted while it waits
     */
    public synchronized boolean pause(Duration patience) throws InterruptedException {
        Thread stopping = thread;
        if (stopping == null) {
            return true;
        }
        running = false;
        thread = null;
        stopping.interrupt();
        stopping.join(Math.max(1, patience.toMillis()));
        return !stopping.isAlive();
    }

    /**
     * Decides no more pods and waits for the bindings that are under way. Does nothing if it is stopped.
     *
     * @param patience how long to wait in all
     * @return whether everything came to its end in that time
     * @throws InterruptedException if the calling thread is interrupted while it waits
     */
    public synchronized boolean stop(Duration patience) throws InterruptedException {
        if (thread == null) {
            return true;
        }
        long begun = ticker.nanos();
        boolean paused = pause(patience);
        Duration left = patience.minus(ticker.since(begun));
        return cycle.bindings().drain(left.isNegative() ? Duration.ZERO : left) && paused;
    }

    public boolean isRunning() {
        return running;
    }

    /**
     * Returns how long ago the loop last went round; it does at least every second, if it lives and a decision takes no
     * longer.
     */
    public Duration sinceProgress() {
        return ticker.since(progressedAt);
    }

    private void decideUntilStopped() {
        try {
            while (running) {
                progressedAt = ticker.nanos();
                if (!cycle.mayDecide()) {
                    Thread.sleep(INACTIVE_PAUSE.toMillis());
                } else if (cycle.bindings().awaitFreeSlot(POLL_TIMEOUT)) {
                    decideNext();
                }
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private void decideNext() throws InterruptedException {
        PodTakenFromQueue next = queue.take(POLL_TIMEOUT);
        if (next != null) {
            cycle.run(next);
        }
    }
}
