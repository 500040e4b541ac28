package dev.edgewise.sandbox.evaluate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfidenceIntervalsTest {
    @ParameterizedTest
    @CsvSource({"4, 2.776", "9, 2.262", "29, 2.045", "999, 1.962"})
    void theQuantileIsStudents(int freedom, double tabled) {
        assertThat(ConfidenceIntervals.quantile(freedom)).isCloseTo(tabled, within(0.01));
    }

    @Test
    void theLowEndIsBelowTheMean() {
        // Mean 20, deviation 7.07, t(4) = 2.776: 20 - 2.776 * 7.07 / sqrt(5) = 11.2.
        assertThat(ConfidenceIntervals.low(new double[] {10, 30, 20, 20, 20})).isCloseTo(11.2, within(0.1));
    }
}
