package dev.edgewise.scheduler.metrics;

import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;

/**
 * The bounds of a histogram's buckets: a first one, and each next a multiple of it. They equal kube-scheduler's, so
 * that its dashboards work.
 *
 * @param first in seconds, or pieces
 */
record HistogramBuckets(double first, double factor, int count) {
    /** 1 ms to 16 s: an attempt or a decision. */
    static final HistogramBuckets ATTEMPT = new HistogramBuckets(0.001, 2, 15);
    /** 10 ms to 88 min: from the queue to the node. */
    static final HistogramBuckets WAITING = new HistogramBuckets(0.01, 2, 20);
    /** 0.1 ms to 0.2 s: one step of an attempt. */
    static final HistogramBuckets STEP = new HistogramBuckets(0.0001, 2, 12);
    /** 1 to 16. */
    static final HistogramBuckets ATTEMPTS = new HistogramBuckets(1, 2, 5);
    /** 1 to 64. */
    static final HistogramBuckets VICTIMS = new HistogramBuckets(1, 2, 7);
    /** 1 to 4096. */
    static final HistogramBuckets CANDIDATES = new HistogramBuckets(1, 4, 7);

    Timer.Builder timer(String name, String description) {
        Duration[] bounds = new Duration[count];
        for (int i = 0; i < count; i++) {
            bounds[i] = Duration.ofNanos(Math.round(bound(i) * 1e9));
        }
        return Timer.builder(name).description(description).serviceLevelObjectives(bounds);
    }

    DistributionSummary.Builder summary(String name, String description) {
        double[] bounds = new double[count];
        for (int i = 0; i < count; i++) {
            bounds[i] = bound(i);
        }
        return DistributionSummary.builder(name).description(description).serviceLevelObjectives(bounds);
    }

    private double bound(int i) {
        return first * Math.pow(factor, i);
    }
}
