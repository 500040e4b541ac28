package dev.edgewise.networkprobe.pairs;

import java.time.Duration;

/**
 * Decay of samples' weight over time. Nearly all pairs of a report were measured at the same time before, so the last
 * result is kept.
 */
final class SampleDecay {
    private final double halfLifeMillis;
    private long lastMillis;
    private double lastFactor = 1;

    SampleDecay(Duration halfLife) {
        this.halfLifeMillis = halfLife.toMillis();
    }

    /** 1 for no time or less, 0.5 after a half-life. */
    double factor(long millis) {
        long age = Math.max(0, millis);
        if (age != lastMillis) {
            lastMillis = age;
            lastFactor = Math.pow(0.5, age / halfLifeMillis);
        }
        return lastFactor;
    }
}
