package dev.edgewise.rewards.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.common.testing.TestProperties;
import dev.edgewise.rewards.learning.settings.LearnerSettings;
import dev.edgewise.rewards.outcomes.OutcomeCause;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The defaults of the properties, and each wrong value. */
class PropertiesTest {
    private static final String PREFIX = "edgewise.reward-monitor";

    private static LearnerSettings settings(Map<String, String> values) {
        return TestProperties.bind(LearningProperties.class, values)
                .settings(
                        TestProperties.bind(QuarantineProperties.class, values),
                        TestProperties.bind(LearningLimitsProperties.class, values));
    }

    @Test
    void defaults() {
        assertThat(settings(Map.of())).isEqualTo(LearnerSettings.DEFAULT);
    }

    @Test
    void aCauseIsNamedAsInTheGuideOrAsInAVariable() {
        assertThat(settings(Map.of(PREFIX + ".causes.oom-killed", "0.2", PREFIX + ".causes.crashloop", "0.1"))
                        .causes())
                .isEqualTo(Map.of(OutcomeCause.OOM_KILLED, 0.2, OutcomeCause.CRASH_LOOP, 0.1));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "causes.explosion; 0; edgewise.reward-monitor.causes is explosion: it must be of crash, oom-killed,",
                "causes.healthy; 1; edgewise.reward-monitor.causes is healthy: it must be of crash,",
                "causes.crash; 1.5; edgewise.reward-monitor.causes.crash is 1.5: it must be from 0 to 1",
                "half-life; 0s; edgewise.reward-monitor.half-life is PT0S: it must be in 1s..365d",
                "half-life; 106751991168d; half-life is PT2562047788032H: it must be in 1s..365d",
                "mean-time-to-failure; 999us; mean-time-to-failure is PT0.000999S: it must be in 1s..365d",
                "mean-time-to-failure; 106751991168d; mean-time-to-failure is PT2562047788032H: it must be in",
                "stuck-after; 0s; edgewise.reward-monitor.stuck-after is PT0S: it must be in 1s..365d",
                "stuck-after; 106751991168d; edgewise.reward-monitor.stuck-after is",
                "slow-factor; 1; edgewise.reward-monitor.slow-factor is 1.0: it must be above 1",
                "valid-for; 59s; edgewise.reward-monitor.valid-for is PT59S: it must be in 1m..30d",
                "valid-for; 106751991168d; edgewise.reward-monitor.valid-for is",
                "quarantine.below; 1.1; edgewise.reward-monitor.quarantine.below is 1.1: it must be from 0 to 1",
                "quarantine.confidence; 1; edgewise.reward-monitor.quarantine.confidence is 1.0",
                "quarantine.first; 999us; edgewise.reward-monitor.quarantine.first is PT0.000999S: it must be in 1s..30d",
                "quarantine.first; 31d; edgewise.reward-monitor.quarantine.first is PT744H: it must be in 1s..30d",
                "quarantine.probation; 0s; edgewise.reward-monitor.quarantine.probation is PT0S: it must be in 1s..30d",
                "quarantine.probation; 31d; edgewise.reward-monitor.quarantine.probation is",
                "quarantine.new-within; 31d; edgewise.reward-monitor.quarantine.new-within is",
                "quarantine.longest; 1s; edgewise.reward-monitor.quarantine.longest is PT1S: it must be at least first",
                "quarantine.longest; 366d; is PT8784H: it must be at least first, PT1M, and at most 365d",
                "quarantine.share-of-nodes; 2; edgewise.reward-monitor.quarantine.share-of-nodes is 2.0",
                "quarantine.new-nodes; 0; edgewise.reward-monitor.quarantine.new-nodes is 0: it must be 1 or more",
                "limits.types-per-namespace; 0; edgewise.reward-monitor.limits.types-per-namespace is 0",
                "limits.outcomes; 51; edgewise.reward-monitor.limits.outcomes is 51: it must be from 1 to 50",
                "limits.collect-after; 1s; edgewise.reward-monitor.limits.collect-after is PT1S: it must be in 1m..365d",
                "limits.collect-after; 106751991168d; edgewise.reward-monitor.limits.collect-after is",
            })
    void wrongValuesAreNamed(String property, String value, String problem) {
        assertThatThrownBy(() -> settings(Map.of(PREFIX + "." + property, value)))
                .hasStackTraceContaining(problem);
    }
}
