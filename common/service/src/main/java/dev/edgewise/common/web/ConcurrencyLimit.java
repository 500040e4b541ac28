package dev.edgewise.common.web;

import java.time.Duration;
import java.util.concurrent.Semaphore;

/**
 * Limits concurrent calls; further callers get 503 with a retry time, as a waiting call would hold a thread that others
 * need.
 */
public final class ConcurrencyLimit {
    private static final Duration RETRY_AFTER = Duration.ofSeconds(5);

    private final Semaphore free;
    private final String busy;

    /**
     * @param most at a time
     * @param busy detail of the 503 that further callers get
     */
    public ConcurrencyLimit(int most, String busy) {
        this.free = new Semaphore(most);
        this.busy = busy;
    }

    @FunctionalInterface
    public interface Work<T, E extends Exception> {
        T run() throws E;
    }

    /** @throws BusyException if there are too many */
    public <T, E extends Exception> T take(Work<T, E> work) throws E {
        if (!free.tryAcquire()) {
            throw new BusyException(busy, RETRY_AFTER);
        }
        try {
            return work.run();
        } finally {
            free.release();
        }
    }
}
