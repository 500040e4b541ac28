package dev.edgewise.offloader.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.signal.ObservationMetadata;
import dev.edgewise.common.signal.energy.BatteryFacts;
import dev.edgewise.common.signal.energy.EnergyLevel;
import dev.edgewise.common.signal.energy.EnergyReading;
import dev.edgewise.offloader.planning.BatteryDetails;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class NodePowerInputHistoryTest {
    private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

    private final NodePowerInputHistory history =
            new NodePowerInputHistory(new NodePowerInputHistory.Habits(1_900, 800, 0.8, 10));

    private void take(long second, double percent, Double capacity, Double charge, Double input) {
        ObservationMetadata observed =
                new ObservationMetadata(START.plusSeconds(second), "push", Duration.ofMinutes(5));
        BatteryFacts facts = new BatteryFacts(capacity, charge, input, null);
        history.take(Map.of("a", new EnergyReading(EnergyLevel.VULNERABLE, percent, observed, facts)));
    }

    @Test
    void whatComesInIsKnownLatelyAndOnAverage() {
        take(0, 50, 1_000.0, null, 0.0);
        take(300, 50, 1_000.0, null, 3_000.0);
        take(300, 50, 1_000.0, null, 9_000.0);
        take(600, 0.5, 1_000.0, 480.0, 0.0);
        BatteryDetails outlook = history.outlook("a");
        assertThat(outlook).isNotNull();
        assertThat(outlook.meanInputMw()).isEqualTo(1_500);
        assertThat(outlook.recentInputMw()).isBetween(700.0, 720.0);
        assertThat(outlook)
                .isEqualTo(new BatteryDetails(
                        1_000, 480, 8, 100, outlook.recentInputMw(), 1_500, 1_900, 800, 600, 600, null));
        take(900, 50, 1_000.0, null, 0.0);
        assertThat(history.outlook("a").upSeconds()).as("it was off").isEqualTo(600);
        assertThat(history.outlook("a").chargeMwh()).isEqualTo(500);
    }

    /** 3,500 mW less 1,900 without functions are two cores of 800; then 1,900 for ten minutes: 2 · e⁻¹. */
    @Test
    void whatIsDrawnLatelyTellsTheBusyCores() {
        draw(0, 3_500.0);
        assertThat(history.outlook("a").busyCores()).isEqualTo(2);
        draw(300, 1_900.0);
        draw(600, 1_900.0);
        assertThat(history.outlook("a").busyCores()).isCloseTo(2 / Math.E, Offset.offset(1e-9));
        draw(900, 0.0);
        draw(1_200, 0.0);
        draw(1_500, 0.0);
        assertThat(history.outlook("a").busyCores()).isZero();
        draw(1_800, null);
        assertThat(history.outlook("a").busyCores()).isNull();
        draw(2_100, 2_700.0);
        assertThat(history.outlook("a").busyCores()).isEqualTo(1);
    }

    private void draw(long second, Double milliwatt) {
        ObservationMetadata observed =
                new ObservationMetadata(START.plusSeconds(second), "push", Duration.ofMinutes(5));
        BatteryFacts facts = new BatteryFacts(1_000.0, null, 0.0, milliwatt);
        history.take(Map.of("a", new EnergyReading(EnergyLevel.VULNERABLE, 50, observed, facts)));
    }

    @Test
    void aGapCountsAsLongAsTheReadingWasValid() {
        take(0, 50, 1_000.0, null, 100.0);
        take(86_400, 50, 1_000.0, null, 100.0);
        assertThat(history.outlook("a").observedSeconds()).isEqualTo(300);
    }

    @Test
    void whereTheClockWasSetBackTheLatestReadingHolds() {
        take(3_600, 80, 1_000.0, null, 100.0);
        take(0, 50, 1_000.0, null, 100.0);
        take(300, 20, 1_000.0, null, 100.0);
        assertThat(history.outlook("a").chargeMwh()).isEqualTo(200);
        assertThat(history.outlook("a").observedSeconds()).isEqualTo(300);
    }

    @Test
    void aPercentageAloneIsNoOutlook() {
        take(0, 50, null, null, 100.0);
        assertThat(history.outlook("a")).isNull();
        take(1, 50, 1_000.0, null, null);
        assertThat(history.outlook("a")).isNull();
        assertThat(history.outlook("b")).isNull();
    }
}
