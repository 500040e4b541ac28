package dev.edgewise.networkprobe.rtt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.signal.WriterLock;
import dev.edgewise.common.testing.ManualTicker;
import dev.edgewise.common.time.SteadyTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class WriterTurnTest {
    private final ManualTicker ticker = new ManualTicker();
    private final WallClock clock = new WallClock();
    private final SharedLock lock = new SharedLock();
    private final WriterTurn turn = turn("self/1");

    private WriterTurn turn(String identity) {
        return new WriterTurn(lock, identity, new SteadyTime(ticker, clock));
    }

    /** A wall clock that goes on while the monotonic one stands still. */
    private static final class WallClock extends Clock {
        private Instant now = Instant.parse("2026-11-21T08:00:00Z");

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
            throw new UnsupportedOperationException();
        }
    }

    /** One key for all; it does not expire by itself. */
    private static final class SharedLock implements WriterLock {
        private String holder = "";

        @Override
        public String hold(String identity, Duration time) {
            holder = holder.isEmpty() ? identity : holder;
            return holder;
        }

        @Override
        public void release(String identity) {
            holder = holder.equals(identity) ? "" : holder;
        }
    }

    @Test
    void theStoreIsAskedEveryFourSeconds() {
        assertThat(turn.isOurs()).isTrue();
        lock.holder = "other/1";

        ticker.advance(Duration.ofMillis(3_999));
        assertThat(turn.isOurs()).isTrue();
        ticker.advance(Duration.ofMillis(1));
        assertThat(turn.isOurs()).isFalse();
        assertThat(turn.other()).contains("other/1");
    }

    @Test
    void aMachineThatWasSuspendedAsksBeforeItWrites() {
        assertThat(turn.isOurs()).isTrue();
        lock.holder = "other/1";

        clock.now = clock.now.plusSeconds(20);

        assertThat(turn.isOurs()).isFalse();
    }

    @Test
    void aWallClockThatIsSetBackDelaysNothing() {
        assertThat(turn.isOurs()).isTrue();
        lock.holder = "other/1";

        clock.now = clock.now.minusSeconds(3_600);
        ticker.advance(Duration.ofSeconds(4));

        assertThat(turn.isOurs()).isFalse();
    }
}
