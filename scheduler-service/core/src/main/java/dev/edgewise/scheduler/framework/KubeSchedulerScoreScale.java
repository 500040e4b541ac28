package dev.edgewise.scheduler.framework;

import java.util.Arrays;

/**
 * kube-scheduler's scale of whole numbers from 0 to 100, mapped to 0..1. Scores that carry a stock plugin's name keep
 * its rounding, so that they choose the same node.
 *
 * <p>Source: DefaultNormalizeScore in kubernetes, pkg/scheduler/framework/plugins/helper/normalize_score.go.
 */
public final class KubeSchedulerScoreScale {
    /** The best stock score. */
    public static final long MAX = 100;

    private KubeSchedulerScoreScale() {}

    /** The 0..1 value of a whole stock score. */
    public static double value(long score) {
        return score / (double) MAX;
    }

    /** Scales counts in proportion to the largest one; all zero if that is zero. */
    public static double[] moreIsBetter(long[] counts) {
        long max = Arrays.stream(counts).max().orElse(0);
        double[] values = new double[counts.length];
        for (int i = 0; i < values.length && max > 0; i++) {
            values[i] = value(MAX * counts[i] / max);
        }
        return values;
    }

    /** The reverse: zero is best, the largest count is worst; all best if there is none. */
    public static double[] fewerIsBetter(long[] counts) {
        long max = Arrays.stream(counts).max().orElse(0);
        double[] values = new double[counts.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = max == 0 ? 1 : value(MAX - MAX * counts[i] / max);
        }
        return values;
    }
}
