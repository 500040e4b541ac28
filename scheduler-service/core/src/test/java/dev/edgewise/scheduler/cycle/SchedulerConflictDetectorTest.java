package dev.edgewise.scheduler.cycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.testing.ManualTicker;
import dev.edgewise.scheduler.cycle.SchedulerConflictDetector.Reaction;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SchedulerConflictDetectorTest {
    private final ManualTicker ticker = new ManualTicker();
    private final SchedulerConflictDetector detector = new SchedulerConflictDetector(ticker, new Random(1));

    @Test
    void aPodBoundByHandNowAndThenStopsNothing() {
        for (int i = 0; i < 20; i++) {
            assertThat(detector.boundByAnother()).isEqualTo(Reaction.NONE);
            assertThat(detector.isPaused()).isFalse();
            after(Duration.ofMillis(5_001));
        }
    }

    @Test
    void threeWithinTenSecondsMakeItPauseForOneToThreeSeconds() {
        meetThree();
        assertThat(detector.isPaused()).isTrue();
        after(Duration.ofSeconds(1));
        assertThat(detector.isPaused()).isTrue();
        after(Duration.ofSeconds(2));
        assertThat(detector.isPaused()).isFalse();
    }

    @Test
    void whatTheOtherHadUnderWayIsNoReasonToPause() {
        meetThree();
        after(Duration.ofMillis(900));
        assertThat(detector.boundByAnother()).isEqualTo(Reaction.PAUSES);
        after(Duration.ofMillis(2_100));
        assertThat(detector.isPaused()).isFalse();
    }

    @Test
    void itStaysPausedIfTheOtherStillBindsAndUntilThatStops() {
        meetThree();
        after(Duration.ofSeconds(1));
        for (int i = 0; i < 10; i++) {
            assertThat(detector.boundByAnother()).isEqualTo(Reaction.DEFERS);
            after(Duration.ofSeconds(14));
            assertThat(detector.isPaused()).isTrue();
        }
        // 14 s since the last one; 15 s to 17 s are needed.
        after(Duration.ofSeconds(3));
        assertThat(detector.isPaused()).isFalse();
    }

    @Test
    void ofTwoThatNoticeEachOtherOneGoesOn() {
        for (long seed = 0; seed < 200; seed++) {
            assertThat(secondsUntilOneDecides(seed)).as("seed %d", seed).isLessThan(20);
        }
    }

    /** Two that bind ten pods a second while they decide, and see each other's bindings 100 ms later. */
    private static int secondsUntilOneDecides(long seed) {
        ManualTicker time = new ManualTicker();
        Random random = new Random(seed);
        SchedulerConflictDetector one = new SchedulerConflictDetector(time, random);
        SchedulerConflictDetector other = new SchedulerConflictDetector(time, random);
        int aloneFor = 0;
        for (int tick = 0; tick < 600; tick++) {
            boolean oneBinds = !one.isPaused();
            boolean otherBinds = !other.isPaused();
            time.advance(Duration.ofMillis(100));
            if (oneBinds) {
                other.boundByAnother();
            }
            if (otherBinds) {
                one.boundByAnother();
            }
            aloneFor = oneBinds != otherBinds ? aloneFor + 1 : 0;
            if (aloneFor == 50) {
                return tick / 10;
            }
        }
        return Integer.MAX_VALUE;
    }

    private void meetThree() {
        detector.boundByAnother();
        detector.boundByAnother();
        assertThat(detector.boundByAnother()).isEqualTo(Reaction.PAUSES);
    }

    private void after(Duration time) {
        ticker.advance(time);
    }
}
