package dev.edgewise.kubernetes.clock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.edgewise.common.testing.ManualTicker;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClusterClockTest {
    private static final Instant TRUE_TIME = Instant.parse("2026-11-28T14:00:00Z");
    private static final String DATE = "Sat, 28 Nov 2026 14:00:00 GMT";

    private final ManualTicker ticker = new ManualTicker();
    private final WallClock machine = new WallClock();
    private ClusterClock clock = new ClusterClock(ticker, machine);

    /** Set by the test, as by a person. */
    private static final class WallClock extends Clock {
        private Instant now = TRUE_TIME;

        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }

    @Test
    void untilTheFirstAnswerItIsTheMachinesClock() {
        machine.now = TRUE_TIME.plusSeconds(900);
        assertThat(clock.instant()).isEqualTo(machine.now);
        assertThat(clock.offset()).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {-900, 900, -86_400, 86_400})
    void aMachineThatIsWrongUsesTheServersTime(long ahead) {
        machine.now = TRUE_TIME.plusSeconds(ahead);
        clock = new ClusterClock(ticker, machine);
        clock.heard(DATE, 0);
        assertThat(clock.instant()).isCloseTo(TRUE_TIME, within(1, ChronoUnit.SECONDS));
        assertThat(clock.offset()).isCloseTo(Duration.ofSeconds(-ahead), Duration.ofSeconds(1));
        assertThat(clock.isFar()).isTrue();
    }

    @Test
    void aMachineThatIsRightKeepsItsTimeToTheNanosecond() {
        machine.now = TRUE_TIME.plusNanos(123_456_789);
        clock = new ClusterClock(ticker, machine);
        clock.heard(DATE, 0);
        assertThat(clock.instant()).isEqualTo(machine.now);
        assertThat(clock.isFar()).isFalse();
    }

    @Test
    void aMachinesClockThatIsSetLaterChangesNothingButIsTold() {
        clock.heard(DATE, 0);
        machine.now = TRUE_TIME.minusSeconds(600);
        ticker.advance(Duration.ofSeconds(60));
        assertThat(clock.instant()).isEqualTo(TRUE_TIME.plusSeconds(60));
        assertThat(clock.offset()).isEqualTo(Duration.ofSeconds(660));
        assertThat(clock.isFar()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "yesterday", "Sat, 28 Nov 2026 25:00:00 GMT", "Sun, 28 Nov 2026 14:00:00 GMT"})
    void aDateThatCannotBeReadIsNone(String date) {
        machine.now = TRUE_TIME.plusSeconds(900);
        clock.heard(date, 0);
        assertThat(clock.instant()).isEqualTo(machine.now);
    }
}
