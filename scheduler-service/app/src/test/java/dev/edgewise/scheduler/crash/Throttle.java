package dev.edgewise.scheduler.crash;

import java.io.InterruptedIOException;
import java.util.concurrent.TimeUnit;

/** A link of a certain speed, which all who send share. */
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
        try {
            TimeUnit.NANOSECONDS.sleep(wait);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException();
        }
    }
}
