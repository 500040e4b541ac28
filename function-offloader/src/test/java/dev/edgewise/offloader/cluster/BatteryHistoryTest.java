package dev.edgewise.offloader.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.signal.Observed;
import dev.edgewise.common.signal.energy.BatteryFacts;
import dev.edgewise.common.signal.energy.EnergyLevel;
import dev.edgewise.common.signal.energy.EnergyReading;
import dev.edgewise.offloader.planning.BatteryDetails;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BatteryHistoryTest {
    private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

    private final BatteryHistory history = new BatteryHistory(new BatteryHistory.Habits(1_900, 800, 0.8, 10));

    private void take(long second, double percent, Double capacity, Double charge, Double input) {
        Observed observed = new Observed(START.plusSeconds(second), "push", Duration.ofMinutes(5));
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
                .isEqualTo(
                        new BatteryDetails(1_000, 480, 8, 100, outlook.recentInputMw(), 1_500, 1_900, 800, 600, 600));
        take(900, 50, 1_000.0, null, 0.0);
        assertThat(history.outlook("a").upSeconds()).as("it was off").isEqualTo(600);
        assertThat(history.outlook("a").chargeMwh()).isEqualTo(500);
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
