package dev.edgewise.common;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** Exponential back-off between the attempts of a loop; no pause after the end. */
public final class Pauses {
    private final CountDownLatch over = new CountDownLatch(1);
    private final Backoff backoff;
    private volatile int failures;

    public Pauses(Duration shortest, Duration longest) {
        this.backoff = new Backoff(shortest, longest);
    }

    public void pause() throws InterruptedException {
        failures++;
        over.await(backoff.after(failures, ThreadLocalRandom.current()).toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Whether the last attempt was a success. */
    public boolean isFirst() {
        return failures == 0;
    }

    /** Shortens the next wait again after a success. */
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
