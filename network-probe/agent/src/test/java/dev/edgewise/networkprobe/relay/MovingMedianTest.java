package dev.edgewise.networkprobe.relay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MovingMedianTest {
    @Test
    void forgetsWhatIsNotAmongTheLast() {
        MovingMedian median = new MovingMedian(3);
        assertThat(median.value()).isZero();
        median.add(5);
        assertThat(median.value()).isEqualTo(5);
        median.add(100);
        median.add(7);
        // 5, 7, 100
        assertThat(median.value()).isEqualTo(7);
        median.add(90);
        // 7, 90, 100
        assertThat(median.value()).isEqualTo(90);
    }
}
