package dev.edgewise.sandbox.evaluate.energy;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** The gain over runs that share their seeds. */
final class PairedGain {
    private static final double Z = 1.959964;

    private PairedGain() {}

    /** Lower end of the 95 % t interval of the mean gain, in percent; NaN for one run. */
    static double low(Metric metric, List<Outcome> contestant, List<Outcome> baseline) {
        double[] gains = IntStream.range(0, contestant.size())
                .mapToDouble(run -> metric.gain(contestant.get(run), baseline.get(run)))
                .toArray();
        double mean = Arrays.stream(gains).average().orElse(Double.NaN);
        int freedom = gains.length - 1;
        double variance =
                Arrays.stream(gains).map(gain -> (gain - mean) * (gain - mean)).sum() / freedom;
        return mean - quantile(freedom) * Math.sqrt(variance / gains.length);
    }

    /**
     * The 97.5 % quantile of Student's t, within 1 % from 4 degrees of freedom on. Source: Abramowitz and Stegun, Handbook of Mathematical Functions,
     * 26.7.5, first three terms.
     */
    static double quantile(int freedom) {
        double cube = Z * Z * Z;
        double fifth = cube * Z * Z;
        double seventh = fifth * Z * Z;
        return Z
                + (cube + Z) / (4.0 * freedom)
                + (5 * fifth + 16 * cube + 3 * Z) / (96.0 * freedom * freedom)
                + (3 * seventh + 19 * fifth + 17 * cube - 15 * Z) / (384.0 * freedom * freedom * freedom);
    }
}
