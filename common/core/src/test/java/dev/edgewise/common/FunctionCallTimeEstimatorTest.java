package dev.edgewise.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class FunctionCallTimeEstimatorTest {
    /** 10 MB are 80 Mbit: 0.08 s at 1 Gbit/s, 1.6 s at 50 Mbit/s. */
    @Test
    void aTransferTakesItsBitsOverTheRate() {
        assertThat(FunctionCallTimeEstimator.transferMillis(10_000_000, FunctionCallTimeEstimator.LAN_MEGABITS))
                .isCloseTo(80, within(1e-9));
        assertThat(FunctionCallTimeEstimator.transferMillis(10_000_000, 50)).isCloseTo(1_600, within(1e-9));
        assertThat(FunctionCallTimeEstimator.transferMillis(0, 50)).isZero();
    }

    /**
     * Requests of 60 % are a utilization of 30 %: 70 / 0.7 = 100. A full node doubles the time, and one that is
     * over-committed, too.
     */
    @Test
    void aLoadedNodeTakesLonger() {
        assertThat(FunctionCallTimeEstimator.computingMillis(70, 0)).isEqualTo(70);
        assertThat(FunctionCallTimeEstimator.computingMillis(70, 0.6)).isCloseTo(100, within(1e-9));
        assertThat(FunctionCallTimeEstimator.computingMillis(70, 1)).isEqualTo(140);
        assertThat(FunctionCallTimeEstimator.computingMillis(70, 3)).isEqualTo(140);
    }
}
