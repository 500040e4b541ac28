package dev.edgewise.benchmarks.throughput.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.edgewise.benchmarks.throughput.process.CpuUse;
import java.util.List;
import org.junit.jupiter.api.Test;

class FiguresTest {
    /** 1001 pods from second 0.5 to 2.5, events until 4.5, 3 CPU seconds in the end. */
    private static final Burst BURST =
            new Burst(1001, 0.5, 2.5, 2.0, new CpuUse(1.001, 0.5005, 2, 0.3), new CpuUse(3.003, 2.002, 4.004, 1.001));

    @Test
    void ratesOfABurst() {
        assertThat(BURST.podsPerSecond()).isEqualTo(500.0);
        assertThat(BURST.podsPerSecondFromStart()).isEqualTo(400.4);
        assertThat(BURST.podsPerSecondWithEvents()).isEqualTo(250.0);
    }

    @Test
    void cpuSecondsOf1000Pods() {
        assertThat(BURST.bindingCpuPer1000().scheduler()).isEqualTo(1.0, within(1e-9));
        assertThat(BURST.bindingCpuPer1000().extender()).isEqualTo(0.5, within(1e-9));
        assertThat(BURST.cpuPer1000().scheduler()).isEqualTo(3.0, within(1e-9));
        assertThat(BURST.cpuPer1000().extender()).isEqualTo(2.0, within(1e-9));
        assertThat(BURST.cpuPer1000().apiServer()).isEqualTo(4.0, within(1e-9));
        assertThat(BURST.cpuPer1000().etcd()).isEqualTo(1.0, within(1e-9));
    }

    @Test
    void cpuSinceAMoment() {
        assertThat(new CpuUse(9, 7, 5, 3).since(new CpuUse(1, 2, 3, 2))).isEqualTo(new CpuUse(8, 5, 2, 1));
    }

    @Test
    void medianAndExtremes() {
        assertThat(MinMedianMax.of(3, 1, 2)).isEqualTo(new MinMedianMax(1, 2, 3));
        assertThat(MinMedianMax.of(4, 1, 2, 3)).isEqualTo(new MinMedianMax(1, 2.5, 4));
        assertThat(MinMedianMax.of().isEmpty()).isTrue();
    }

    /**
     * 500/s against 250 and 1000: 2 and 0.5, not the ratio of the medians; a third round of one alone does not count.
     */
    @Test
    void comparesRoundWithRound() {
        MinMedianMax ratio = PairedBurstRatio.ratio(
                List.of(BURST, BURST, BURST), List.of(lasting(4), lasting(1)), Burst::podsPerSecond);

        assertThat(ratio).isEqualTo(new MinMedianMax(0.5, 1.25, 2));
    }

    private static Burst lasting(double seconds) {
        return new Burst(1001, 0, seconds, 0, BURST.binding(), BURST.whole());
    }
}
