package dev.edgewise.sandbox.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.networkprobe.estimation.Estimate;
import dev.edgewise.networkprobe.estimation.EstimateBasis;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class RttEstimateAccuracyTest {
    private static final Offset<Double> CLOSE = Offset.offset(1e-9);

    private final RttEstimateAccuracy score = new RttEstimateAccuracy(3);

    private static Estimate of(double ms, double upperMs) {
        return new Estimate(1e3 * ms, 0, 1e3 * upperMs, EstimateBasis.SITE_PAIR, 0.85);
    }

    private static Estimate measured(double ms) {
        return new Estimate(1e3 * ms, 1e3 * ms, 1e3 * ms, EstimateBasis.MEASURED, 0.85);
    }

    /**
     * At 20 ms: accepted unmeasured 18 (true), 19 → 25 (false); within are 5 (measured), 18, 12 (bound 30), 8
     * (unknown).
     */
    @Test
    void countsPrecisionOnUnmeasuredAndRecallOnAll() {
        score.judge(5, measured(5));
        score.judge(18, of(18, 19));
        score.judge(25, of(18, 19));
        score.judge(12, of(12, 30));
        score.judge(8, null);

        assertThat(score.precision(0)).isCloseTo(1 / 2.0, CLOSE);
        assertThat(score.recall(0)).isCloseTo(2 / 4.0, CLOSE);
        // At 40 ms all three estimates are accepted, and right; the unknown pair is missed.
        assertThat(score.precision(1)).isCloseTo(1, CLOSE);
        assertThat(score.recall(1)).isCloseTo(4 / 5.0, CLOSE);
    }

    /**
     * Errors 0, 0.5 and 2 (30 for 10); two of the three truths keep to their bound, the one without a bound is not
     * asked.
     */
    @Test
    void countsErrorsAndCoverage() {
        score.judge(18, of(18, 19));
        score.judge(40, of(20, 30));
        score.judge(10, of(30, 35));
        score.judge(10, of(30, Double.POSITIVE_INFINITY));
        score.judge(10, measured(10));

        assertThat(score.error(0)).isCloseTo(0, CLOSE);
        assertThat(score.error(0.3)).isCloseTo(0.5, CLOSE);
        assertThat(score.error(0.9)).isCloseTo(2, CLOSE);
        assertThat(score.coverage()).isCloseTo(2 / 3.0, CLOSE);
    }

    @Test
    void nothingAcceptedHasNoPrecision() {
        score.judge(30, of(30, 90));

        assertThat(score.precision(0)).isNaN();
        assertThat(new Report("x").bar("p", 0.5, score.precision(0)).toJson())
                .isEqualTo(
                        "{\"name\":\"x\",\"figures\":{},\"bars\":{\"p\":{\"value\":null,\"atLeast\":0.5,\"met\":false}}}");
    }
}
