package dev.edgewise.rewards.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.signal.ObservationMetadata;
import dev.edgewise.common.signal.reward.QuarantineStatus;
import dev.edgewise.common.signal.reward.Reward;
import dev.edgewise.rewards.monitor.RewardHistory.Point;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RewardHistoryTest {
    private static final Instant BEGIN = Instant.parse("2026-11-23T00:00:00Z");

    private final RewardHistory history = new RewardHistory();

    private void record(int second, double value, QuarantineStatus state) {
        Instant now = BEGIN.plusSeconds(second);
        Reward reward = new Reward(
                value, 1, 0.5, state, now, new ObservationMetadata(now, "reward-monitor", Duration.ofMinutes(1)));
        history.record(Map.of("pods:shop.cart", Map.of("a", Optional.of(reward), "*", Optional.of(reward))), now);
    }

    @Test
    void aPointInThirtySecondsAndEachState() {
        record(0, 0.9, QuarantineStatus.OPEN);
        record(10, 0.5, QuarantineStatus.OPEN);
        record(20, 0.1, QuarantineStatus.QUARANTINED);
        record(50, 0.2, QuarantineStatus.QUARANTINED);

        assertThat(history.of("shop.cart", "a"))
                .containsExactly(
                        new Point(BEGIN, 0.9, QuarantineStatus.OPEN),
                        new Point(BEGIN.plusSeconds(20), 0.1, QuarantineStatus.QUARANTINED),
                        new Point(BEGIN.plusSeconds(50), 0.2, QuarantineStatus.QUARANTINED));
        assertThat(history.of("shop.cart", "*")).isEmpty();
        history.record(Map.of("pods:shop.cart", Map.of("a", Optional.empty())), BEGIN);
        assertThat(history.of("shop.cart", "a")).isEmpty();
    }

    @Test
    void itIsBounded() {
        for (int i = 0; i < 2 * RewardHistory.MOST_POINTS; i++) {
            record(30 * i, 0.9, QuarantineStatus.OPEN);
        }
        assertThat(history.of("shop.cart", "a"))
                .hasSize(RewardHistory.MOST_POINTS)
                .last()
                .isEqualTo(new Point(
                        BEGIN.plusSeconds(30L * (2 * RewardHistory.MOST_POINTS - 1)), 0.9, QuarantineStatus.OPEN));
    }
}
