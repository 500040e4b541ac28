package dev.edgewise.networkprobe.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class ProbeValueCalculatorTest {
    private static final Offset<Double> CLOSE = Offset.offset(1e-6);

    /** At the limit x = 1, so 1 · 1/2; sites of 4 and 9 nodes: √36 = 6. */
    @Test
    void isHalfAtTheLimitTimesTheSizes() {
        assertThat(new ProbeValueCalculator(List.of(20.0)).value(20_000, 1, 1)).isCloseTo(0.5, CLOSE);
        assertThat(new ProbeValueCalculator(List.of(20.0)).value(20_000, 4, 9)).isCloseTo(3, CLOSE);
    }

    /** 10 ms of 20: x = 2⁻⁶ = 1/64, x / (1 + x) = 1/65. 40 ms of 20: x = 64, 1 / 65. The same on both sides. */
    @Test
    void fallsToBothSides() {
        assertThat(new ProbeValueCalculator(List.of(20.0)).value(10_000, 1, 1)).isCloseTo(1 / 65.0, CLOSE);
        assertThat(new ProbeValueCalculator(List.of(20.0)).value(40_000, 1, 1)).isCloseTo(1 / 65.0, CLOSE);
    }

    /** 40 ms: at 40 it is 20/40 · 1/2, at 20 and at 80 it is 1 · 1/65 and 20/80 · 1/65. */
    @Test
    void addsUpOverLimits() {
        assertThat(new ProbeValueCalculator(List.of(20.0, 40.0, 80.0)).value(40_000, 1, 1))
                .isCloseTo(0.25 + 1 / 65.0 + 0.25 / 65, CLOSE);
    }
}
