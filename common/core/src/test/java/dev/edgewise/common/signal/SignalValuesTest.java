package dev.edgewise.common.signal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class SignalValuesTest {
    private static final Instant T0 = Instant.parse("2026-11-21T08:00:00Z");
    private static final ObservationMetadata OBSERVED = new ObservationMetadata(T0, "static", Duration.ofSeconds(60));

    @Test
    void aValueIsStaleOnceItIsOlderThanItsValidity() {
        assertThat(OBSERVED.staleAt(T0.plusSeconds(60))).isFalse();
        assertThat(OBSERVED.staleAt(T0.plusSeconds(61))).isTrue();
    }

    @Test
    void anObserverWhoseClockIsAheadIsNotOld() {
        assertThat(OBSERVED.age(T0.minusSeconds(5))).isZero();
        assertThat(OBSERVED.staleAt(T0.minusSeconds(500))).isFalse();
    }

    @Test
    void observationsNeedASourceAndAValidity() {
        assertThatThrownBy(() -> new ObservationMetadata(T0, " ", Duration.ofSeconds(1)))
                .hasMessageContaining("source is blank");
        assertThatThrownBy(() -> new ObservationMetadata(T0, "x", Duration.ZERO))
                .hasMessage("validFor is PT0S: it must be 1 ms or more");
    }

    @Test
    void percentilesAreChosenByName() {
        RoundTripTime rtt = new RoundTripTime(1, 2, 3, 0, 0, 5, OBSERVED);

        assertThat(rtt.micros(Percentile.parse("p50"))).isEqualTo(1);
        assertThat(rtt.micros(Percentile.parse("P95"))).isEqualTo(2);
        assertThat(rtt.micros(Percentile.parse(" p99 "))).isEqualTo(3);
        assertThatThrownBy(() -> Percentile.parse("p90")).hasMessageContaining("p50, p95, p99");
    }

    @Test
    void roundTripTimesOutOfRangeAreNamed() {
        assertThatThrownBy(() -> RoundTripTime.ofMicros(-1, OBSERVED)).hasMessage("p50 is -1: it must be 0 µs or more");
        assertThatThrownBy(() -> new RoundTripTime(5, 4, 9, 0, 0, 1, OBSERVED)).hasMessageStartingWith("p95 is 4");
        assertThatThrownBy(() -> new RoundTripTime(1, 5, 4, 0, 0, 1, OBSERVED)).hasMessageStartingWith("p99 is 4");
        assertThatThrownBy(() -> new RoundTripTime(1, 1, 1, 1.1, 0, 1, OBSERVED))
                .hasMessageStartingWith("loss is 1.1");
        assertThatThrownBy(() -> new RoundTripTime(1, 1, 1, Double.NaN, 0, 1, OBSERVED))
                .hasMessageStartingWith("loss is NaN");
        assertThatThrownBy(() -> new RoundTripTime(1, 1, 1, 0, -1, 1, OBSERVED)).hasMessageStartingWith("jitter is -1");
        assertThatThrownBy(() -> new RoundTripTime(1, 1, 1, 0, 0, 0, OBSERVED)).hasMessageStartingWith("samples is 0");
    }

    @Test
    void anEstimateKnowsHowFarItMayBeOff() {
        EstimatedRange range = new EstimatedRange(9_000, 31_000, 85);
        RoundTripTime estimate = RoundTripTime.estimated(12_000, range, OBSERVED);

        assertThat(estimate.micros(Percentile.P99)).isEqualTo(12_000);
        assertThat(estimate.estimate()).isEqualTo(range);
        assertThat(estimate.observed(OBSERVED)).isEqualTo(estimate);
        assertThat(RoundTripTime.ofMicros(1, OBSERVED).estimate()).isNull();
    }

    @Test
    void estimatesOutOfRangeAreNamed() {
        EstimatedRange range = new EstimatedRange(9, 31, 85);

        assertThatThrownBy(() -> RoundTripTime.estimated(32, range, OBSERVED))
                .hasMessage("p50 is 32: it must be in 9..31 µs, the range of the estimate");
        assertThatThrownBy(() -> new RoundTripTime(10, 10, 10, 0, 0, 3, OBSERVED, range))
                .hasMessage("samples is 3: it must be 0 for an estimate");
        assertThatThrownBy(() -> new EstimatedRange(5, 4, 85)).hasMessageStartingWith("estimate is in 5..4 µs");
        assertThatThrownBy(() -> new EstimatedRange(4, 5, 49)).hasMessage("level is 49: it must be in 50..99 %");
    }

    @Property(seed = "6")
    void onceStaleAlwaysStale(@ForAll @IntRange(max = 1_000) int seconds, @ForAll @IntRange(max = 1_000) int later) {
        if (OBSERVED.staleAt(T0.plusSeconds(seconds))) {
            assertThat(OBSERVED.staleAt(T0.plusSeconds(seconds + later))).isTrue();
        }
    }
}
