package dev.edgewise.energy.rotating;

import static dev.edgewise.energy.TestNodes.nodes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.signal.ObservationMetadata;
import dev.edgewise.common.signal.energy.EnergyLevel;
import dev.edgewise.common.signal.energy.EnergyReading;
import dev.edgewise.common.testing.TestClock;
import dev.edgewise.energy.levels.LevelSettings;
import dev.edgewise.energy.readings.Measurement;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RotatingLevelsSourceTest {
    private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");

    private final RotatingLevelsSource source = new RotatingLevelsSource(
            Duration.ofSeconds(20), LevelSettings.DEFAULT, Duration.ofMinutes(2), new TestClock());

    private String levels(int second, String... names) {
        Map<String, Measurement> read = source.read(nodes(names), BEGIN.plusSeconds(second));
        StringBuilder levels = new StringBuilder();
        for (String name : names) {
            levels.append(read.get(name).stated().label().charAt(0));
        }
        return levels.toString();
    }

    /** w, v, l and p stand for the levels, of which powerless and well-powered begin with different letters. */
    @Test
    void levelsInTurnChangePlaces() {
        assertThat(levels(0, "a", "b", "c", "d", "e")).isEqualTo("wvlpw");
        assertThat(levels(19, "a", "b", "c", "d", "e")).isEqualTo("wvlpw");
        assertThat(levels(20, "a", "b", "c", "d", "e")).isEqualTo("lpwvl");
        assertThat(levels(40, "a", "b", "c", "d", "e", "f"))
                .as("f gets the next in turn")
                .isEqualTo("wvlpwv");
        assertThat(levels(100, "a", "b", "c", "d")).as("three more").isEqualTo("lpwv");
    }

    @Test
    void theMiddleOfTheLevelIsItsPercentage() {
        Measurement measured = source.read(nodes("a"), BEGIN).get("a");

        assertThat(measured.percent()).as("of 75..100").isEqualTo(87.5);
        assertThat(measured.at()).isEqualTo(TestClock.START);
    }

    @Test
    void whoLeadsAgainKnowsNothingOfTheLastTime() {
        assertThat(levels(0, "a", "b", "c")).isEqualTo("wvl");
        source.forget();
        ObservationMetadata observed = new ObservationMetadata(TestClock.START, "switch", Duration.ofMinutes(2));
        source.resume(Map.of("a", new EnergyReading(EnergyLevel.POWERLESS, 7.5, observed)));

        assertThat(levels(1_000, "a", "b", "c")).isEqualTo("pwv");
    }

    @Test
    void anotherLeaderContinues() {
        ObservationMetadata observed = new ObservationMetadata(TestClock.START, "switch", Duration.ofMinutes(2));
        source.resume(Map.of("a", new EnergyReading(EnergyLevel.POWERLESS, 7.5, observed)));

        assertThat(levels(0, "a", "b")).isEqualTo("pw");
        assertThat(levels(20, "a", "b")).isEqualTo("vl");
    }
}
