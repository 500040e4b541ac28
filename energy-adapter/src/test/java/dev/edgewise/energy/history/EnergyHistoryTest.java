package dev.edgewise.energy.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.signal.ObservationMetadata;
import dev.edgewise.common.signal.energy.EnergyLevel;
import dev.edgewise.common.signal.energy.EnergyReading;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EnergyHistoryTest {
    private static final Instant NOON = Instant.parse("2026-01-02T12:00:00Z");

    private final EnergyHistory history = new EnergyHistory();
    private final Set<String> nodes = new HashSet<>(Set.of("a"));

    private static EnergyReading reading(double percent, Instant at) {
        return new EnergyReading(
                EnergyLevel.LOW_POWERED, percent, new ObservationMetadata(at, "push", Duration.ofMinutes(2)));
    }

    private void record(double percent, Instant at) {
        history.record(Map.of("a", reading(percent, at)), nodes::contains, at);
    }

    @Test
    void theLastReadingOfEachFiveMinutesIsKept() {
        record(30, NOON.plusSeconds(10));
        record(29.996, NOON.plusSeconds(299));
        record(20.123, NOON.plusSeconds(300));

        assertThat(history.day("a"))
                .containsExactly(
                        new EnergyHistory.Point(NOON, 30, EnergyLevel.LOW_POWERED),
                        new EnergyHistory.Point(NOON.plusSeconds(300), 20.12, EnergyLevel.LOW_POWERED));
        assertThat(history.day("b")).isEmpty();
    }

    @Test
    void timesWithoutAValidReadingAreGaps() {
        record(30, NOON);
        history.record(Map.of("a", reading(30, NOON)), nodes::contains, NOON.plusSeconds(600));
        record(20, NOON.plusSeconds(900));

        assertThat(history.day("a")).extracting(EnergyHistory.Point::at).containsExactly(NOON, NOON.plusSeconds(900));
    }

    @Test
    void aDayIsKept() {
        for (int slot = 0; slot < 300; slot++) {
            record(slot / 10.0, NOON.plusSeconds(300L * slot));
        }
        assertThat(history.day("a")).hasSize(288);
        assertThat(history.day("a").get(0).percent())
                .as("12 slots are older than a day")
                .isEqualTo(1.2);

        record(50, NOON.plus(Duration.ofDays(9)));
        assertThat(history.day("a")).hasSize(1);
        record(60, NOON);
        assertThat(history.day("a")).as("the clock was set back").hasSize(1);
        history.record(Map.of(), nodes::contains, NOON.plusSeconds(1));
        assertThat(history.day("a")).as("nothing is known of it now").hasSize(1);
        nodes.clear();
        history.record(Map.of(), nodes::contains, NOON.plusSeconds(300));
        assertThat(history.day("a")).as("the node is gone").isEmpty();
    }

    @Test
    void theLastHalfHourIsKeptInStepsOfTenSeconds() {
        record(30, NOON);
        record(29, NOON.plusSeconds(9));
        record(28, NOON.plusSeconds(10));
        assertThat(history.recent("a"))
                .containsExactly(
                        new EnergyHistory.Point(NOON, 29, EnergyLevel.LOW_POWERED),
                        new EnergyHistory.Point(NOON.plusSeconds(10), 28, EnergyLevel.LOW_POWERED));

        // 180 slots of 10 s are half an hour: the slot at 1,800 s takes the place of the one at 0 s.
        record(20, NOON.plusSeconds(1_800));
        assertThat(history.recent("a")).extracting(EnergyHistory.Point::percent).containsExactly(28.0, 20.0);
        assertThat(history.recent("b")).isEmpty();
    }
}
