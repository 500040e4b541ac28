package dev.edgewise.common;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Waiting times after failures.
 *
 * @param first after the first failure, doubled with each further one; above 0
 * @param longest what it grows to; at least {@code first}
 */
public record Backoff(Duration first, Duration longest) {
    public Backoff {
        if (first.isNegative() || first.isZero() || longest.compareTo(first) < 0) {
            throw new IllegalArgumentException("first is " + first + " and longest " + longest
                    + ": first must be above 0, longest at least first");
        }
    }

    /** @param failures consecutive ones; without one, as after one */
    public Duration after(int failures) {
        Duration wait = first;
        for (int i = 1; i < failures && wait.compareTo(longest) < 0; i++) {
            // A product would be one of BigDecimals.
            wait = wait.plus(wait);
        }
        return wait.compareTo(longest) < 0 ? wait : longest;
    }

    /**
     * Random time between half of {@link #after} and all of it, so that clients that failed together do not return
     * together.
     */
    public Duration after(int failures, RandomGenerator random) {
        long whole = after(failures).toNanos();
        return Duration.ofNanos(whole / 2 + random.nextLong(whole / 2 + 1));
    }
}
