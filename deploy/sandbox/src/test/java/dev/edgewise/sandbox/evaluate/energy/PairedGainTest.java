package dev.edgewise.sandbox.evaluate.energy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class PairedGainTest {
    private static EnergyRunResult outcome(double throughput, double... availability) {
        return new EnergyRunResult(availability, throughput, 0, new int[] {0, 1});
    }

    @Test
    void theLowEndIsBelowTheMeanGain() {
        // Gains 10, 30, 20, 20 and 20 %: mean 20, deviation 7.07, t(4) = 2.776: 20 - 2.776 * 7.07 / sqrt(5) = 11.2.
        List<EnergyRunResult> baseline = Collections.nCopies(5, outcome(10));
        List<EnergyRunResult> planner = List.of(outcome(11), outcome(13), outcome(12), outcome(12), outcome(12));
        assertThat(PairedGain.low(Metric.THROUGHPUT, planner, baseline)).isCloseTo(11.2, within(0.1));
    }

    @Test
    void lessDeviationIsAGain() {
        // Deviations 10 and 5 percent points.
        assertThat(Metric.SD.gain(outcome(1, 45, 55), outcome(1, 40, 60))).isEqualTo(50);
        assertThat(Metric.MINNODE.gain(outcome(1, 45, 55), outcome(1, 40, 60))).isEqualTo(12.5);
        assertThat(Metric.WEAKEST.gain(outcome(1, 50, 70, 90), outcome(1, 50, 50, 90)))
                .isCloseTo(20, within(1e-9));
    }
}
