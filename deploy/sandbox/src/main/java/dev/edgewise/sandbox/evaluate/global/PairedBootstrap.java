package dev.edgewise.sandbox.evaluate.global;

import java.util.Arrays;
import java.util.Random;

/**
 * The gain over a baseline in percent, 100 (1 - sum of ours / sum of theirs), with its 95 % interval by the paired
 * bootstrap: seeds are drawn with replacement, and both arms of a seed together.
 *
 * @param low 2.5 % quantile of the resamples
 * @param high 97.5 % quantile
 */
record PairedBootstrap(double gain, double low, double high) {
    private static final int RESAMPLES = 10_000;
    private static final double TAIL = 0.025;

    static PairedBootstrap of(double[] ours, double[] theirs) {
        Random random = new Random(ours.length);
        double[] gains = new double[RESAMPLES];
        for (int sample = 0; sample < RESAMPLES; sample++) {
            double mine = 0;
            double other = 0;
            for (int i = 0; i < ours.length; i++) {
                int seed = random.nextInt(ours.length);
                mine += ours[seed];
                other += theirs[seed];
            }
            gains[sample] = gain(mine, other);
        }
        Arrays.sort(gains);
        int tail = (int) (TAIL * RESAMPLES);
        double gain = gain(Arrays.stream(ours).sum(), Arrays.stream(theirs).sum());
        return new PairedBootstrap(gain, gains[tail], gains[RESAMPLES - 1 - tail]);
    }

    private static double gain(double ours, double theirs) {
        return 100 * (1 - ours / theirs);
    }
}
