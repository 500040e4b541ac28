package dev.edgewise.testkit;

import java.io.InterruptedIOException;
import java.util.concurrent.TimeUnit;

/** A link of a certain speed, which all its senders share. */
final class Throttle {
    private final long bytesPerSecond;
    /** When the link has sent all that it was given, by {@link System#nanoTime}. */
    private long freeAt = System.nanoTime();

    Throttle(long bytesPerSecond) {
        this.bytesPerSecond = bytesPerSecond;
    }

    /** Returns when the link has room for these. */
    void take(int bytes) throws InterruptedIOException {
        long wait;
        synchronized (this) {
            freeAt = Math.max(freeAt, System.nanoTime()) + TimeUnit.SECONDS.toNanos(bytes) / bytesPerSecond;
            wait = freeAt - System.nanoTime();
        }
        sleep(wait);
    }

    static void sleep(long nanos) throws InterruptedIOException {
        try {
            TimeUnit.NANOSECONDS.sleep(nanos);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException();
        }
    }
}
