package dev.edgewise.energy.levels;

import static dev.edgewise.common.signal.energy.EnergyLevel.LOW_POWERED;
import static dev.edgewise.common.signal.energy.EnergyLevel.POWERLESS;
import static dev.edgewise.common.signal.energy.EnergyLevel.VULNERABLE;
import static dev.edgewise.common.signal.energy.EnergyLevel.WELL_POWERED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.common.signal.energy.EnergyLevel;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LevelTrackerTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final int HOUR = 3_600;

    private final LevelTracker tracker = new LevelTracker(LevelSettings.DEFAULT);

    private EnergyLevel reading(double percent, int second) {
        Instant now = START.plusSeconds(second);
        return tracker.update(percent, now.plusSeconds(300), now).orElseThrow();
    }

    @Test
    void aBoundBelongsToTheHigherLevel() {
        LevelSettings levels = LevelSettings.DEFAULT;

        assertThat(levels.of(100)).isEqualTo(WELL_POWERED);
        assertThat(levels.of(75)).isEqualTo(WELL_POWERED);
        assertThat(levels.of(74.99)).isEqualTo(VULNERABLE);
        assertThat(levels.of(40)).isEqualTo(VULNERABLE);
        assertThat(levels.of(15)).isEqualTo(LOW_POWERED);
        assertThat(levels.of(14.99)).isEqualTo(POWERLESS);
        assertThat(levels.of(0)).isEqualTo(POWERLESS);
    }

    @Test
    void aLevelIsLeftBeyondItsBoundByTheHysteresis() {
        assertThat(reading(76, 0)).isEqualTo(WELL_POWERED);
        assertThat(reading(72, 100)).as("not below 75 - 3").isEqualTo(WELL_POWERED);
        assertThat(reading(71.9, 200)).isEqualTo(VULNERABLE);
        assertThat(reading(77.9, 300)).as("not at 75 + 3").isEqualTo(VULNERABLE);
        assertThat(reading(78, 400)).isEqualTo(WELL_POWERED);
        assertThat(reading(0, 500)).as("through several levels at once").isEqualTo(POWERLESS);
        assertThat(reading(100, 600)).isEqualTo(WELL_POWERED);
    }

    @Test
    void aLevelLastsForItsDwellTime() {
        reading(90, 0);
        assertThat(reading(50, 1)).as("the first level was not changed to").isEqualTo(VULNERABLE);
        assertThat(reading(90, 60)).isEqualTo(VULNERABLE);
        assertThat(reading(90, 61)).isEqualTo(WELL_POWERED);
    }

    @Test
    void withoutAValidReadingThereIsNoLevel() {
        tracker.update(90, START.plusSeconds(30), START);

        assertThat(tracker.at(START.plusSeconds(30))).contains(WELL_POWERED);
        assertThat(tracker.at(START.plusSeconds(31))).isEmpty();
        assertThat(tracker.update(73, START.plusSeconds(20), START.plusSeconds(32)))
                .isEmpty();
        assertThat(reading(73, 33))
                .as("within the hysteresis of the last level")
                .isEqualTo(WELL_POWERED);
    }

    /** A device that reports less often than its reports are valid for. */
    @Test
    void staleTimesInBetweenDoNotMakeALevelFlap() {
        for (int second = 0; second < 600; second += 20) {
            Instant now = START.plusSeconds(second);
            assertThat(tracker.update(second % 40 == 0 ? 75.1 : 74.9, now.plusSeconds(10), now))
                    .contains(WELL_POWERED);
            assertThat(tracker.at(now.plusSeconds(11))).isEmpty();
        }
        tracker.update(50, START.plusSeconds(610), START.plusSeconds(600));
        assertThat(tracker.update(90, START.plusSeconds(640), START.plusSeconds(630)))
                .as("it dwells")
                .contains(VULNERABLE);
    }

    @Test
    void resumesWhatTheLabelSaid() {
        tracker.resume(VULNERABLE, START.plusSeconds(60));
        assertThat(reading(76, 1)).as("within the hysteresis").isEqualTo(VULNERABLE);
        tracker.resume(POWERLESS, START.plusSeconds(60));
        assertThat(reading(76, 2)).isEqualTo(VULNERABLE);
        assertThat(reading(80, 3)).isEqualTo(WELL_POWERED);
    }

    @Test
    void aStatedLevelHoldsAtOnce() {
        assertThat(tracker.state(POWERLESS, START.plusSeconds(60), START)).contains(POWERLESS);
        assertThat(tracker.state(WELL_POWERED, START.plusSeconds(60), START.plusSeconds(1)))
                .contains(WELL_POWERED);
    }

    /** A reading a second for an hour, within less than the hysteresis of a bound. */
    @Property(tries = 60, seed = "1")
    void flappingAroundABoundNeverChangesTheLevel(@ForAll @IntRange(max = 2) int bound, @ForAll long seed) {
        LevelTracker flapping = new LevelTracker(LevelSettings.DEFAULT);
        double middle = new double[] {15, 40, 75}[bound];
        Random random = new Random(seed);
        EnergyLevel first = null;
        for (int second = 0; second < HOUR; second++) {
            Instant now = START.plusSeconds(second);
            double percent = middle + (random.nextDouble() * 2 - 1) * 2.99;
            EnergyLevel level =
                    flapping.update(percent, now.plusSeconds(300), now).orElseThrow();
            first = first == null ? level : first;
            assertThat(level).isEqualTo(first);
        }
    }

    /**
     * Any sequence of readings: a level never lasts for less than its dwell time, and is the one of a steady percentage
     * in the end.
     */
    @Property(tries = 200, seed = "2")
    void levelsDwellAndArrive(@ForAll long seed) {
        LevelTracker any = new LevelTracker(LevelSettings.DEFAULT);
        Random random = new Random(seed);
        EnergyLevel level = null;
        int changed = -HOUR;
        boolean first = true;
        for (int second = 0; second < 600; second += 5) {
            Instant now = START.plusSeconds(second);
            EnergyLevel next = any.update(random.nextDouble() * 100, now.plusSeconds(300), now)
                    .orElseThrow();
            if (level != null && next != level) {
                assertThat(second - changed).isGreaterThanOrEqualTo(first ? 0 : 60);
                changed = second;
                first = false;
            }
            level = next;
        }
        Instant later = START.plusSeconds(700);
        assertThat(any.update(55, later.plusSeconds(1), later)).contains(VULNERABLE);
    }

    @ParameterizedTest
    @CsvSource({
        "75, 40, 0, 3, low-powered is 0.0: it must be above 0",
        "75, 10, 15, 3, 'vulnerable is 10.0: it must be above low-powered, 15.0'",
        "40, 40, 15, 3, 'well-powered is 40.0: it must be above vulnerable, 40.0'",
        "101, 40, 15, 3, well-powered is 101.0",
        "75, 40, 15, 15, hysteresis is 15.0: it must be 0 or more",
        "98, 40, 15, 3, hysteresis is 3.0",
        "75, 40, NaN, 3, low-powered is NaN",
    })
    void thresholdsOutOfOrderAreNamed(double well, double vulnerable, double low, double hysteresis, String problem) {
        assertThatThrownBy(() -> new LevelSettings(well, vulnerable, low, hysteresis, Duration.ZERO))
                .hasMessageContaining("edgewise.energy-adapter.levels." + problem);
    }

    @Test
    void theMiddleOfALevelIsOfThatLevel() {
        for (EnergyLevel level : EnergyLevel.values()) {
            assertThat(LevelSettings.DEFAULT.of(LevelSettings.DEFAULT.middle(level)))
                    .isEqualTo(level);
        }
    }
}
