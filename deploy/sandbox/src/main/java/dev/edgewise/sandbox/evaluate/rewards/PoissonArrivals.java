package dev.edgewise.sandbox.evaluate.rewards;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Arrivals in each second, the same in each run of a seed: Poisson arrivals of each kind, times between half and one
 * and a half of the mean.
 */
final class PoissonArrivals {
    private static final int USUAL_NODES = 50;

    private final Random random;
    private final double scale;
    private long tasks;

    PoissonArrivals(int nodes, long seed) {
        this.random = new Random(seed * 31 + 11);
        this.scale = (double) nodes / USUAL_NODES / 60;
    }

    List<RetriedPodTask> next() {
        List<RetriedPodTask> all = new ArrayList<>();
        for (SimulatedPodType kind : SimulatedPodType.values()) {
            for (int i = poisson(kind.perMinute() * scale); i > 0; i--) {
                int seconds = (int) Math.round(kind.seconds() * (0.5 + random.nextDouble()));
                all.add(new RetriedPodTask(kind, kind.type() + "-" + ++tasks, Math.max(1, seconds), random.nextLong()));
            }
        }
        return all;
    }

    /**
     * Draws a Poisson number by multiplication of uniform numbers (Knuth, The Art of Computer Programming 2, 3.4.1).
     */
    private int poisson(double mean) {
        double limit = Math.exp(-mean);
        int count = 0;
        for (double product = random.nextDouble(); product > limit; product *= random.nextDouble()) {
            count++;
        }
        return count;
    }
}
