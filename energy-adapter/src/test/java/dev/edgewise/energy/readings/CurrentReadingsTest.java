package dev.edgewise.energy.readings;

import static dev.edgewise.energy.TestNodes.labelled;
import static dev.edgewise.energy.TestNodes.node;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.common.signal.ObservationMetadata;
import dev.edgewise.common.signal.energy.EnergyLevel;
import dev.edgewise.common.signal.energy.EnergyReading;
import dev.edgewise.common.testing.TestClock;
import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.energy.levels.LevelSettings;
import dev.edgewise.energy.nodes.EnergyNode;
import dev.edgewise.energy.sources.EnergySourceKind;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CurrentReadingsTest {
    private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");
    private static final Instant NOW = TestClock.START;
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final CurrentReadings board = new CurrentReadings(LevelSettings.DEFAULT);

    private boolean take(EnergyNode node, double percent, int secondsAgo, int second) {
        Instant now = NOW.plusSeconds(second);
        Measurement measured = new Measurement(percent, now.minusSeconds(secondsAgo), MINUTE);
        return board.take(node, EnergySourceKind.PUSH, measured, BEGIN.plusSeconds(second), now);
    }

    @Test
    void theSameAgainChangesNothing() {
        Measurement measured = new Measurement(50, NOW, MINUTE);

        assertThat(board.take(node("a"), EnergySourceKind.PUSH, measured, BEGIN, NOW))
                .isTrue();
        assertThat(board.take(node("a"), EnergySourceKind.PUSH, measured, BEGIN.plusSeconds(1), NOW))
                .isFalse();
        assertThat(board.readings().get("a"))
                .isEqualTo(new EnergyReading(EnergyLevel.VULNERABLE, 50, new ObservationMetadata(NOW, "push", MINUTE)));
    }

    @Test
    void ageCountsFromTheObservationWhateverTheWallClockDoesLater() {
        take(node("a"), 50, 20, 0);

        assertThat(board.known(BEGIN.plusSeconds(40)).get("a").level()).contains(EnergyLevel.VULNERABLE);
        assertThat(board.known(BEGIN.plusSeconds(41)).get("a").level()).isEmpty();
        assertThat(board.readings()).as("it stays, to be shown with its age").containsKey("a");
        assertThat(take(node("a"), 90, 70, 50)).as("not valid when it came").isFalse();
        assertThat(board.readings().get("a").percent()).isEqualTo(50);
    }

    @Test
    void whatIsOlderThanTheReadingInForceChangesNothing() {
        EnergyReading published =
                new EnergyReading(EnergyLevel.VULNERABLE, 50, new ObservationMetadata(NOW, "push", MINUTE));
        board.adopt(Map.of("a", published), BEGIN, NOW);
        assertThat(take(node("a"), 90, 1, 0)).isFalse();
        assertThat(board.readings().get("a")).isEqualTo(published);
        assertThat(take(node("a"), 91, 0, 1)).isTrue();

        take(node("b"), 50, 0, 3_600);
        assertThat(take(node("b"), 60, 0, 0)).as("the clock was set back").isTrue();
    }

    @Test
    void aReadingOfTheDistantPastIsOnlyStale() {
        assertThat(board.take(node("a"), EnergySourceKind.PUSH, new Measurement(50, Instant.MIN, MINUTE), BEGIN, NOW))
                .isFalse();
        assertThat(board.readings()).isEmpty();
    }

    @Test
    void aLevelThatDwelledFollowsLaterFromTheSamePercentage() {
        take(node("a"), 90, 0, 0);
        take(node("a"), 50, 0, 1);
        Measurement full = new Measurement(95, NOW.plusSeconds(2), Duration.ofMinutes(5));
        board.take(node("a"), EnergySourceKind.PUSH, full, BEGIN.plusSeconds(2), NOW.plusSeconds(2));
        assertThat(board.readings().get("a").level()).isEqualTo(EnergyLevel.VULNERABLE);

        assertThat(board.take(node("a"), EnergySourceKind.PUSH, full, BEGIN.plusSeconds(61), NOW.plusSeconds(61)))
                .isTrue();
        assertThat(board.readings().get("a").level()).isEqualTo(EnergyLevel.WELL_POWERED);
    }

    @Test
    void theLabelGoesOnIfItIsALevel() {
        take(labelled("a", Map.of("energy-status", "vulnerable")), 76, 0, 0);
        take(labelled("b", Map.of("energy-status", "full")), 76, 0, 0);

        assertThat(board.readings().get("a").level())
                .as("within the hysteresis")
                .isEqualTo(EnergyLevel.VULNERABLE);
        assertThat(board.readings().get("b").level()).isEqualTo(EnergyLevel.WELL_POWERED);
    }

    @Test
    void adoptedReadingsAgeOnAndGiveWay() {
        EnergyReading published = new EnergyReading(
                EnergyLevel.VULNERABLE, 50, new ObservationMetadata(NOW.minusSeconds(50), "push", MINUTE));
        take(node("b"), 90, 0, 0);
        board.adopt(Map.of("a", published, "b", published), BEGIN, NOW);

        assertThat(board.known(BEGIN.plusSeconds(10)).get("a").level()).contains(EnergyLevel.VULNERABLE);
        assertThat(board.known(BEGIN.plusSeconds(11)).get("a").level()).isEmpty();
        assertThat(board.readings().get("b").percent()).isEqualTo(90);
        assertThat(board.retain("b"::equals)).containsExactly("a");
        assertThat(board.readings()).containsOnlyKeys("b");
    }

    @ParameterizedTest
    @ValueSource(doubles = {-0.1, 100.1, Double.NaN, Double.POSITIVE_INFINITY})
    void noPercentageIsRefused(double percent) {
        assertThatThrownBy(() -> new Measurement(percent, NOW, MINUTE))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("percent is " + percent + ": it must be a number in 0..100");
    }

    @Test
    void theFutureIsRefused() {
        assertThat(new Measurement(5, NOW.plusSeconds(5), MINUTE).notAfter(NOW).percent())
                .isEqualTo(5);
        assertThatThrownBy(() -> new Measurement(5, NOW.plusSeconds(6), MINUTE).notAfter(NOW))
                .hasMessageContaining("it must be at most 5 s after the time here");
    }
}
