package dev.edgewise.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class PercentilesTest {
    /** Computes shares: of four samples the second covers 50 %, the fourth is needed for more than 75 %. */
    @Test
    void isTheSmallestSampleThatCoversTheShare() {
        Percentiles percentiles = new Percentiles(new double[] {40, 10, 30, 20});

        assertThat(percentiles.at(50)).isEqualTo(20);
        assertThat(percentiles.at(75)).isEqualTo(30);
        assertThat(percentiles.at(99)).isEqualTo(40);
        assertThat(percentiles.at(100)).isEqualTo(40);
        assertThat(percentiles.mean()).isEqualTo(25);
    }

    @Test
    void needsASample() {
        assertThatThrownBy(() -> new Percentiles(new double[0])).hasMessageContaining("at least one");
    }
}
