package dev.edgewise.examples.slots.learning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class RunTimesTest {
    private static RunTimes complete(double... seconds) {
        RunTimes times = RunTimes.NONE;
        for (double each : seconds) {
            times = times.withComplete(each);
        }
        return times;
    }

    @Test
    void meanAndSquaresAreThoseOfAllCompleteRuns() {
        // Mean 96 / 3 = 32; deviations -8, 0, 8: squares 64 + 0 + 64.
        RunTimes times = complete(24, 32, 40);

        assertThat(times.complete()).isEqualTo(3);
        assertThat(times.mean()).isCloseTo(32, within(1e-9));
        assertThat(times.squares()).isCloseTo(128, within(1e-9));
    }

    @Test
    void aRunThatWasCutOffIsASampleAndLeavesTheMeanOfCompleteRuns() {
        RunTimes times = complete(24, 32).withCutOff(100);

        assertThat(times.samples()).isEqualTo(3);
        assertThat(times.complete()).isEqualTo(2);
        assertThat(times.mean()).isEqualTo(28);
        assertThat(times.cutOff()).containsExactly(100.0);
    }

    @Test
    void keepsTheNewestRunsThatWereCutOff() {
        RunTimes times = RunTimes.NONE;
        for (int i = 1; i <= 18; i++) {
            times = times.withCutOff(i);
        }

        assertThat(times.cutOff()).hasSize(16).startsWith(3.0).endsWith(18.0);
    }

    @Test
    void refusesWhatIsNoTime() {
        assertThatThrownBy(() -> RunTimes.NONE.withComplete(-1)).hasMessage("seconds is -1.0; allowed: 0 or more");
        assertThatThrownBy(() -> RunTimes.NONE.withCutOff(Double.NaN)).hasMessage("seconds is NaN; allowed: 0 or more");
        assertThatThrownBy(() -> new RunTimes(-1, 0, 0, List.of())).hasMessage("complete is -1; allowed: 0 or more");
    }

    @Test
    void theVarianceIsModeratedByTheVariationOfAllJobs() {
        // Variation 0.1 of a mean of 32: 3.2² = 10.24, with the weight of 4 runs. (4 · 10.24 + 128) / (4 + 3 - 1) =
        // 28.16.
        Estimate estimate = Estimate.of(complete(24, 32, 40), 0.1);

        assertThat(estimate.mean()).isCloseTo(32, within(1e-9));
        assertThat(estimate.variance()).isCloseTo(28.16, within(1e-9));
        assertThat(estimate.varianceOfMean()).isCloseTo(28.16 / 3, within(1e-9));
    }

    @Test
    void aRunThatWasCutOffBelowTheMeanSaysLittle() {
        // Cut off after 1 s, far below 32 ± 5 s: the run would have lasted about the mean.
        Estimate estimate = Estimate.of(complete(24, 32, 40).withCutOff(1), 0.1);

        assertThat(estimate.mean()).isCloseTo(32, within(0.01));
        assertThat(estimate.runs()).isEqualTo(3);
    }

    @Test
    void aRunThatWasCutOffAboveTheMeanRaisesIt() {
        // At the fixed point the run has lasted (4 · mean - 96) s on average. With 48 s, some 33 % above the mean of
        // complete runs, that
        // is more than 48 s, thus the mean above (96 + 48) / 4 = 36.
        Estimate estimate = Estimate.of(complete(24, 32, 40).withCutOff(48), 0.1);

        assertThat(estimate.mean()).isGreaterThan(36).isLessThan(40);
        double replaced = 4 * estimate.mean() - 96;
        double deviation = Math.sqrt(estimate.variance());
        double bound = (48 - estimate.mean()) / deviation;
        // E[X | X > c] = mean + deviation · φ(bound) / (1 - Φ(bound)); the quotient lies between bound and bound + 1 /
        // bound (Gordon 1941).
        assertThat((replaced - estimate.mean()) / deviation).isBetween(bound, bound + 1 / bound);
    }

    @Test
    void withoutACompleteRunTheLongestIsALowerBound() {
        Estimate estimate = Estimate.of(RunTimes.NONE.withCutOff(60).withCutOff(90), 0.1);

        assertThat(estimate.mean()).isEqualTo(90);
        assertThat(estimate.variance()).isCloseTo(81, within(1e-9));
        assertThat(estimate.runs()).isEqualTo(1);
    }

    @Test
    void variationIsPooledOverAllJobs() {
        LearnedRunTimes learned = new LearnedRunTimes();
        assertThat(learned.variation()).isEqualTo(0.1);

        // 90 and 110: squares 200, by 100² 0.02, one degree of freedom. 45 and 55: squares 50, by 50² 0.02, one. √(0.04
        // / 2) = 0.1414.
        learned.complete("a", "b", 90);
        learned.complete("a", "b", 110);
        learned.complete("b", "a", 45);
        learned.complete("b", "a", 55);
        learned.complete("b", "c", 1000);

        assertThat(learned.variation()).isCloseTo(0.141421, within(1e-6));
        assertThat(learned.samples(JobPair.of("b", "a"))).isEqualTo(2);
        assertThat(learned.samples(JobPair.of("b", "c"))).isZero();
    }
}
