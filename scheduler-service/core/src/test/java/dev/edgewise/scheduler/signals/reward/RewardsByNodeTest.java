package dev.edgewise.scheduler.signals.reward;

import static dev.edgewise.scheduler.testing.TestRewards.open;
import static dev.edgewise.scheduler.testing.TestRewards.quarantined;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.signal.reward.Reward;
import dev.edgewise.common.testing.TestClock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RewardsByNodeTest {
    private static final Instant STALE = TestClock.START.plus(Duration.ofMinutes(11));

    private final Reward known = open(0.3);
    private final Reward closed = quarantined();
    private final RewardsByNode table = new RewardsByNode(
            RewardRow.of(Map.of("a", known, "away", known, "closed", closed, "closed-away", closed)),
            Map.of("a", 0, "b", 1, "closed", 2));

    @Test
    void saysTheSameEachTime() {
        for (int i = 0; i < 2; i++) {
            assertThat(table.valid("a", 0, TestClock.START)).isEqualTo(known);
            assertThat(table.valid("b", 1, TestClock.START)).isNull();
            assertThat(table.valid("away", -1, TestClock.START)).isEqualTo(known);
        }
    }

    @Test
    void knowsWhichNodesAreClosed() {
        assertThat(table.restricting("a", 0, TestClock.START)).isNull();
        assertThat(table.restricting("b", 1, TestClock.START)).isNull();
        assertThat(table.restricting("away", -1, TestClock.START)).isNull();
        assertThat(table.restricting("closed", 2, TestClock.START)).isEqualTo(closed);
        assertThat(table.restricting("closed-away", -1, TestClock.START)).isEqualTo(closed);
        assertThat(table.restricting("closed", 2, STALE)).isNull();
    }

    @Test
    void forgetsWhatIsStale() {
        assertThat(table.valid("a", 0, TestClock.START)).isEqualTo(known);
        assertThat(table.valid("a", 0, STALE)).isNull();
    }
}
