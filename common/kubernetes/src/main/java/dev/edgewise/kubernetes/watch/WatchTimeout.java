package dev.edgewise.kubernetes.watch;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Time for which the server keeps a watch open, about half a minute: the connection of a watch can fall silent without
 * being cut, and only the announced end distinguishes that from a cluster where nothing happens.
 */
final class WatchTimeout {
    /** A bookmark comes two seconds before the end, and within the next one. */
    private static final int HURRIED_SECONDS = 3;

    private final int shortest;
    private final int longest;
    private final Duration late;
    private volatile boolean hurried;

    WatchTimeout() {
        this(25, 30, Duration.ofSeconds(5));
    }

    /** @param late after the announced end a watch silent for this long counts as lost */
    WatchTimeout(int shortestSeconds, int longestSeconds, Duration late) {
        this.shortest = shortestSeconds;
        this.longest = longestSeconds;
        this.late = late;
    }

    /** Makes the next watch short: its bookmark soon reports the server's version. */
    void hurry() {
        hurried = true;
    }

    boolean isHurried() {
        return hurried;
    }

    /** Seconds; not all watches end at the same moment. */
    int nextSeconds() {
        if (hurried) {
            hurried = false;
            return HURRIED_SECONDS;
        }
        return ThreadLocalRandom.current().nextInt(shortest, longest + 1);
    }

    Duration silence(int seconds) {
        return Duration.ofSeconds(seconds).plus(late);
    }
}
