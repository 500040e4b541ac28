package dev.edgewise.sandbox.evaluate.energy;

import dev.edgewise.sandbox.evaluate.ConfidenceIntervals;
import java.util.List;
import java.util.stream.IntStream;

/** The gain over runs that share their seeds. */
final class PairedGain {
    private PairedGain() {}

    /** Lower end of the 95 % t interval of the mean gain, in percent; NaN for one run. */
    static double low(Metric metric, List<EnergyRunResult> contestant, List<EnergyRunResult> baseline) {
        double[] gains = IntStream.range(0, contestant.size())
                .mapToDouble(run -> metric.gain(contestant.get(run), baseline.get(run)))
                .toArray();
        return ConfidenceIntervals.low(gains);
    }
}
