package dev.edgewise.scheduler.testing;

import dev.edgewise.common.signal.ObservationMetadata;
import dev.edgewise.common.signal.reward.QuarantineStatus;
import dev.edgewise.common.signal.reward.Reward;
import dev.edgewise.common.testing.TestClock;
import java.time.Duration;
import java.time.Instant;

/** Rewards of 3 samples and confidence 0.75, valid for ten minutes, observed when a {@link TestClock} starts. */
public final class TestRewards {
    private TestRewards() {}

    public static Reward open(double value) {
        return reward(value, QuarantineStatus.OPEN, TestClock.START);
    }

    public static Reward quarantined() {
        return reward(0.1, QuarantineStatus.QUARANTINED, TestClock.START);
    }

    public static Reward probation(Instant since) {
        return reward(0.1, QuarantineStatus.PROBATION, since);
    }

    private static Reward reward(double value, QuarantineStatus state, Instant since) {
        ObservationMetadata observed =
                new ObservationMetadata(TestClock.START, "reward-monitor", Duration.ofMinutes(10));
        return new Reward(value, 3, 0.75, state, since, observed);
    }
}
