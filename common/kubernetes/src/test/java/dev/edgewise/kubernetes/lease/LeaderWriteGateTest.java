package dev.edgewise.kubernetes.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.testing.ManualTicker;
import dev.edgewise.common.testing.TestClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LeaderWriteGateTest {
    private static final Duration LENGTH = Duration.ofSeconds(10);

    private final ManualTicker ticker = new ManualTicker();
    private final TestClock clock = new TestClock();
    private final LeaderWriteGate fence = new LeaderWriteGate(ticker, clock);

    @Test
    void isOpenUntilItsTimeIsOver() {
        assertThat(fence.isOpen()).isFalse();

        LeaderWriteGate.Reading asked = fence.now();
        pass(Duration.ofSeconds(2));
        fence.open(asked, LENGTH);
        pass(Duration.ofSeconds(7));
        assertThat(fence.isOpen()).isTrue();
        assertThat(fence.remainingNanos()).isEqualTo(1_000_000_000);
        pass(Duration.ofSeconds(1));
        assertThat(fence.isOpen()).isFalse();
    }

    @Test
    void isShutAtOnce() {
        fence.open(fence.now(), LENGTH);
        fence.shut();
        assertThat(fence.isOpen()).isFalse();
    }

    @Test
    void aMachineThatWakesUpIsLateThoughItsMonotonicClockStoodStill() {
        fence.open(fence.now(), LENGTH);
        clock.advance(Duration.ofHours(1));
        assertThat(fence.isOpen()).isFalse();
    }

    @Test
    void aWallClockThatIsSetBackGivesNoMoreTime() {
        fence.open(fence.now(), LENGTH);
        clock.advance(Duration.ofHours(-1));
        assertThat(fence.remainingNanos()).isEqualTo(LENGTH.toNanos());
        ticker.advance(LENGTH);
        assertThat(fence.isOpen()).isFalse();
    }

    @Test
    void theNextRenewalOpensItAgainWhateverTimeItIs() {
        fence.open(fence.now(), LENGTH);
        clock.advance(Duration.ofHours(1));
        fence.open(fence.now(), LENGTH);
        assertThat(fence.isOpen()).isTrue();
    }

    private void pass(Duration time) {
        ticker.advance(time);
        clock.advance(time);
    }
}
