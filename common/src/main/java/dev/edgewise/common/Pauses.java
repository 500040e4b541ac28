package dev.edgewise.common;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** The waits between attempts: each twice as long as the one before, and none once it is over. */
public final class Pauses {
    private final CountDownLatch over = new CountDownLatch(1);
    private final long shortestNanos;
    private final long longestNanos;
    private volatile long nanos;

    /**
     * @param shortest the first wait; positive
     * @param longest no wait is longer; more than {@code shortest}
     * @throws IllegalArgumentException if one of them is not as said
     */
    public Pauses(Duration shortest, Duration longest) {
        if (shortest.isNegative() || shortest.isZero() || longest.compareTo(shortest) <= 0) {
            throw new IllegalArgumentException("shortest is " + shortest + " and longest " + longest
                    + ": shortest must be positive, longest more than it");
        }
        this.shortestNanos = shortest.toNanos();
        this.longestNanos = longest.toNanos();
        this.nanos = shortestNanos;
    }

    /** Waits. Between half and whole, so that those who failed together do not come back together. */
    public void pause() throws InterruptedException {
        long whole = nanos;
        nanos = Math.min(2 * whole, longestNanos);
        over.await(whole / 2 + ThreadLocalRandom.current().nextLong(whole / 2 + 1), TimeUnit.NANOSECONDS);
    }

    /** Whether the last attempt was a success. */
    public boolean isFirst() {
        return nanos == shortestNanos;
    }

    /** After a success the next wait is short again. */
    public void reset() {
        nanos = shortestNanos;
    }

    /** Ends the wait that is on, and all later ones. */
    public void end() {
        over.countDown();
    }

    public boolean isOver() {
        return over.getCount() == 0;
    }
}
