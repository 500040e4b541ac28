package dev.edgewise.common.signal.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.common.signal.SignalStoreFullException;
import dev.edgewise.common.signal.SignalStoreUnavailableException;
import dev.edgewise.common.signal.WriterLock;
import dev.edgewise.common.testing.ManualTicker;
import dev.edgewise.common.time.SteadyTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class LockedWriterElectionTest {
    private final ManualTicker ticker = new ManualTicker();
    private final AtomicReference<Instant> wall = new AtomicReference<>(Instant.parse("2026-11-21T08:00:00Z"));
    private final Clock clock = ((InstantSource) wall::get).withZone(ZoneOffset.UTC);
    private final SharedLock lock = new SharedLock();
    private final LockedWriterElection turn = turn("self/1");

    private LockedWriterElection turn(String identity) {
        return new LockedWriterElection("rtt", lock, identity, new SteadyTime(ticker, clock));
    }

    /** One key for all; it does not expire by itself. */
    private static final class SharedLock implements WriterLock {
        private String holder = "";
        private boolean released;
        private boolean away;
        private boolean full;
        private boolean refusesWrites;

        @Override
        public String hold(String identity, Duration time) {
            requireStore();
            if (full) {
                throw new SignalStoreFullException("full", new IllegalStateException());
            }
            if (refusesWrites) {
                throw new SignalStoreUnavailableException("MISCONF", new IllegalStateException());
            }
            holder = holder.isEmpty() ? identity : holder;
            released = false;
            return holder;
        }

        @Override
        public Optional<String> holder() {
            requireStore();
            return Optional.of(holder).filter(name -> released || !name.isEmpty());
        }

        private void requireStore() {
            if (away) {
                throw new SignalStoreUnavailableException("away", new IllegalStateException());
            }
        }

        @Override
        public void release(String identity) {
            released |= holder.equals(identity);
            holder = released ? RELEASED : holder;
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

        wall.set(wall.get().plusSeconds(20));

        assertThat(turn.isOurs()).isFalse();
    }

    @Test
    void aWallClockThatIsSetBackDelaysNothing() {
        assertThat(turn.isOurs()).isTrue();
        lock.holder = "other/1";

        wall.set(wall.get().minusSeconds(3_600));
        ticker.advance(Duration.ofSeconds(4));

        assertThat(turn.isOurs()).isFalse();
    }

    @Test
    void aLockThatRedisLostIsLeftToTheOneThatWrote() {
        LockedWriterElection standby = turn("standby/1");
        assertThat(turn.isOurs()).isTrue();
        ticker.advance(Duration.ofSeconds(2));
        assertThat(standby.isOurs()).isFalse();

        // Redis was restarted, and is empty; the standby asks each second, the other at 4 s or a while later.
        lock.holder = "";
        for (int second = 3; second <= 7; second++) {
            ticker.advance(Duration.ofSeconds(1));
            assertThat(standby.isOurs()).isFalse();
            assertThat(standby.other()).contains("self/1");
        }
        assertThat(turn.isOurs()).isTrue();

        ticker.advance(Duration.ofSeconds(4));
        assertThat(standby.isOurs()).isFalse();
        assertThat(lock.holder).isEqualTo("self/1");
    }

    @Test
    void whoStoodByTakesALockThatNobodyAsksForInFiveSeconds() {
        lock.holder = "other/1";
        assertThat(turn.isOurs()).isFalse();

        lock.holder = "";
        ticker.advance(Duration.ofSeconds(1));
        assertThat(turn.isOurs()).as("it is free since now, as far as is known").isFalse();
        ticker.advance(Duration.ofMillis(4_999));
        assertThat(turn.isOurs()).isFalse();
        ticker.advance(Duration.ofSeconds(1));
        assertThat(turn.isOurs()).isTrue();
        assertThat(turn.other()).isEmpty();
    }

    @Test
    void whoStoodByKnowsThatNobodyWritesEvenIfTheStoreIsTooFullForTheLock() {
        lock.holder = "other/1";
        assertThat(turn.isOurs()).isFalse();
        lock.holder = "";
        lock.full = true;

        for (int second = 1; second <= 5; second++) {
            ticker.advance(Duration.ofSeconds(1));
            assertThat(turn.isOurs()).isFalse();
        }
        ticker.advance(Duration.ofSeconds(1));

        assertThatThrownBy(turn::isOurs).isInstanceOf(SignalStoreFullException.class);
        assertThat(turn.other()).isEmpty();
        ticker.advance(Duration.ofMillis(200));
        assertThatThrownBy(turn::isOurs).as("it is not another's turn").isInstanceOf(SignalStoreFullException.class);
    }

    /** The lock of a process that lives expires as well: the store does not renew it. */
    @Test
    void whoStoodByDoesNotPassForTheOnlyOneWhereTheStoreRefusesAllWrites() {
        lock.holder = "other/1";
        assertThat(turn.isOurs()).isFalse();
        lock.holder = "";
        lock.refusesWrites = true;

        for (int second = 1; second <= 5; second++) {
            ticker.advance(Duration.ofSeconds(1));
            assertThat(turn.isOurs()).isFalse();
        }
        ticker.advance(Duration.ofSeconds(1));
        assertThatThrownBy(turn::isOurs).isInstanceOf(SignalStoreUnavailableException.class);
        assertThat(turn.other()).contains("other/1");

        lock.refusesWrites = false;
        assertThat(turn.isOurs()).as("the other one may take it first").isFalse();
        ticker.advance(Duration.ofSeconds(5));
        assertThat(turn.isOurs()).isTrue();
        assertThat(turn.other()).isEmpty();
    }

    @Test
    void whoStoodByTakesALockThatItsHolderReleasedAtTheNextLook() {
        LockedWriterElection standby = turn("standby/1");
        assertThat(turn.isOurs()).isTrue();
        assertThat(standby.isOurs()).isFalse();

        turn.release();
        assertThat(standby.isOurs()).as("it looks once a second").isFalse();
        ticker.advance(Duration.ofSeconds(1));
        assertThat(standby.isOurs()).isTrue();
        assertThat(standby.other()).isEmpty();
        assertThat(lock.holder).isEqualTo("standby/1");
    }

    @Test
    void afterAnOutageTheOneThatWroteHasTheTimeToConnectAgain() {
        lock.holder = "other/1";
        assertThat(turn.isOurs()).isFalse();
        lock.away = true;
        ticker.advance(Duration.ofSeconds(60));
        assertThatThrownBy(turn::isOurs).isInstanceOf(SignalStoreUnavailableException.class);

        lock.away = false;
        lock.holder = "";
        assertThat(turn.isOurs()).isFalse();
        ticker.advance(Duration.ofSeconds(34));
        assertThat(turn.isOurs()).isFalse();
        ticker.advance(Duration.ofSeconds(1));
        assertThat(turn.isOurs()).isTrue();
    }
}
