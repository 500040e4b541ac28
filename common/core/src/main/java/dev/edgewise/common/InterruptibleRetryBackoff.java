package dev.edgewise.common;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * Waits between the attempts of a loop, longer after each failure (exponential back-off). {@link #end} interrupts the
 * wait and turns off all later ones.
 */
public final class InterruptibleRetryBackoff {
    private final CountDownLatch over = new CountDownLatch(1);
    private final Backoff backoff;
    private volatile int failures;

    public InterruptibleRetryBackoff(Duration shortest, Duration longest) {
        this.backoff = new Backoff(shortest, longest);
    }

    /** Counts a failure, and waits. */
    public void pause() throws InterruptedException {
        failures++;
        over.await(backoff.after(failures, ThreadLocalRandom.current()).toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Returns whether there was no failure since the start or the last {@link #reset}. */
    public boolean isFirst() {
        return failures == 0;
    }

    /** Forgets the failures after a success, so that the next wait is short again. */
    public void reset() {
        failures = 0;
    }

    /** Ends the current wait, and all later ones. */
    public void end() {
        over.countDown();
    }

    public boolean isOver() {
        return over.getCount() == 0;
    }
}
