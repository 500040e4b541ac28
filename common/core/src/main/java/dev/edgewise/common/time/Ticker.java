package dev.edgewise.common.time;

import java.time.Duration;

/**
 * A monotonic clock: measures intervals, whatever happens to the wall clock. Its readings mean something only in
 * comparison with each other and within one process. It may stand still while the machine is suspended. Safe for many
 * threads.
 */
@FunctionalInterface
public interface Ticker {
    /**
     * Nanoseconds since a moment that is fixed for this ticker. At least 0 and never less than an earlier reading, so
     * that readings compare with {@code <} and order collections; reaches {@link Long#MAX_VALUE} after 292 years.
     */
    long nanos();

    default Duration since(long reading) {
        return Duration.ofNanos(nanos() - reading);
    }

    /** The machine's monotonic clock; begins at 0 now. */
    static Ticker system() {
        long begin = System.nanoTime();
        return () -> System.nanoTime() - begin;
    }
}
