package dev.edgewise.rewards.learning.rounds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.signal.reward.QuarantineStatus;
import dev.edgewise.rewards.estimates.OutcomeSums;
import dev.edgewise.rewards.learning.ledger.QuarantineState;
import dev.edgewise.rewards.learning.settings.QuarantineSettings;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuarantineRulesTest {
    private static final long NOW = 1_000_000;

    private final QuarantineRules quarantine = new QuarantineRules(new QuarantineSettings(
            0.3,
            0.6,
            Duration.ofSeconds(1),
            Duration.ofDays(365),
            Duration.ofSeconds(120),
            0.2,
            5,
            Duration.ofMinutes(30)));

    /** 2^20 s are 12 days, 2^25 s are 388. */
    @ParameterizedTest
    @CsvSource({"0, 1", "1, 2", "4, 16", "20, 1048576", "25, 31536000", "2000000000, 31536000"})
    void eachQuarantineLastsTwiceAsLongUpToTheLongest(int strikes, long seconds) {
        QuarantineState failedAgain = new QuarantineState(
                QuarantineStatus.PROBATION,
                Instant.ofEpochMilli(NOW - 2_000),
                0,
                new QuarantineState.Failures(strikes, NOW - 1_000, 1_000, 0));
        QuarantineRules.Case facts =
                new QuarantineRules.Case(OutcomeSums.NONE, OutcomeSums.NONE, 1, 0, true, true, 0, 120_000);

        QuarantineState closed = quarantine.judge(failedAgain, facts, NOW);

        assertThat(closed.until() - NOW).isEqualTo(seconds * 1_000);
    }
}
