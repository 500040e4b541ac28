package dev.edgewise.scheduler.kubernetes.watch;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** The waits between attempts: each twice as long as the one before, and none once it is over. */
final class Pauses {
    private static final long SHORTEST_MILLIS = 100;
    private static final long LONGEST_MILLIS = 3_200;

    private final CountDownLatch over = new CountDownLatch(1);
    private long millis = SHORTEST_MILLIS;

    /** Waits. Between half and whole, so that watches that were cut together do not come back together. */
    void pause() throws InterruptedException {
        long whole = millis;
        millis = Math.min(2 * whole, LONGEST_MILLIS);
        over.await(whole / 2 + ThreadLocalRandom.current().nextLong(whole / 2 + 1), TimeUnit.MILLISECONDS);
    }

    /** Whether the last attempt was a success. */
    boolean isFirst() {
        return millis == SHORTEST_MILLIS;
    }

    /** After a success the next wait is short again. */
    void reset() {
        millis = SHORTEST_MILLIS;
    }

    void end() {
        over.countDown();
    }

    boolean isOver() {
        return over.getCount() == 0;
    }
}
