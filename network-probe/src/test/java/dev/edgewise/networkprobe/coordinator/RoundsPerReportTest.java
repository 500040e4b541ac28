package dev.edgewise.networkprobe.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RoundsPerReportTest {
    private static final Duration ROUND = Duration.ofSeconds(10);

    private final RoundsPerReport pace = new RoundsPerReport(200, ROUND, 5);

    private int at(int agents) {
        pace.adapt(agents);
        return pace.rounds();
    }

    @Test
    void asManyRoundsAsTheRateNeeds() {
        assertThat(at(1)).isEqualTo(1);
        assertThat(at(2_000)).isEqualTo(1);
        assertThat(at(2_001)).isEqualTo(2);
        assertThat(at(5_000)).isEqualTo(3);
        assertThat(at(1_000_000)).isEqualTo(6);
    }

    @Test
    void nodesThatComeAndGoChangeNothing() {
        assertThat(at(2_010)).isEqualTo(2);
        assertThat(at(1_990)).isEqualTo(2);
        assertThat(at(1_819)).isEqualTo(2);
        assertThat(at(1_818)).isEqualTo(1);
        assertThat(at(0)).isEqualTo(1);
    }

    @Test
    void aReportHoldsNoMoreProbesThanItMay() {
        RoundsPerReport many = new RoundsPerReport(1, ROUND, 40);
        many.adapt(5_000);
        assertThat(many.rounds()).isEqualTo(2);
        RoundsPerReport most = new RoundsPerReport(1, ROUND, 100);
        most.adapt(5_000);
        assertThat(most.rounds()).isEqualTo(1);
    }
}
