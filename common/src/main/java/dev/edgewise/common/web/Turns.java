package dev.edgewise.common.web;

import java.time.Duration;
import java.util.concurrent.Semaphore;

/** Lets so many through at a time; who comes meanwhile is asked to come again, as whoever waits holds a thread that others need. */
public final class Turns {
    private static final Duration RETRY_AFTER = Duration.ofSeconds(5);

    private final Semaphore free;
    private final String busy;

    /**
     * @param most at a time
     * @param busy what others are told
     */
    public Turns(int most, String busy) {
        this.free = new Semaphore(most);
        this.busy = busy;
    }

    /** What is done in a turn. */
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
