package dev.edgewise.networkprobe.agent.report;

import java.util.Random;

/**
 * Waiting times of the reporter after failures: 1 s, doubling to 30 s, and less by up to half at random, so that agents
 * do not return together.
 */
final class ReportBackoff {
    private static final long FIRST_MILLIS = 1_000;
    private static final long LAST_MILLIS = 30_000;

    private final Random random;
    private long millis = FIRST_MILLIS;

    ReportBackoff(Random random) {
        this.random = random;
    }

    long nextMillis() {
        long wait = millis - (long) (random.nextDouble() * millis / 2);
        millis = Math.min(LAST_MILLIS, millis * 2);
        return wait;
    }

    void reset() {
        millis = FIRST_MILLIS;
    }
}
