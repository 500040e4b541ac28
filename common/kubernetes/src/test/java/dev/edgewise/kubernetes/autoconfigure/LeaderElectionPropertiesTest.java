package dev.edgewise.kubernetes.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.common.testing.TestProperties;
import dev.edgewise.kubernetes.lease.LeaseSettings;
import dev.edgewise.kubernetes.lease.ReplicaIdentity;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LeaderElectionPropertiesTest {
    private static final ReplicaIdentity US = new ReplicaIdentity("us");

    private static LeaderElectionProperties bind(Map<String, String> properties) {
        return TestProperties.bind(LeaderElectionProperties.class, properties);
    }

    @Test
    void theDefaultsAreThoseOfKubeScheduler() {
        LeaseSettings settings = bind(Map.of()).settings("edge", "scheduler-service", US);
        assertThat(settings)
                .isEqualTo(new LeaseSettings(
                        "edge",
                        "edgewise-scheduler-service",
                        "us",
                        Duration.ofSeconds(15),
                        Duration.ofSeconds(10),
                        Duration.ofSeconds(2)));
        Duration bothTries = settings.requestTimeout().multipliedBy(2);
        assertThat(settings.retryPeriod().plus(bothTries))
                .as("a renewal that is not answered is tried once more before the deadline")
                .isLessThanOrEqualTo(settings.renewDeadline());
        assertThat(settings.requestTimeout()).isGreaterThanOrEqualTo(Duration.ofSeconds(4));
    }

    @Test
    void aLeaseMayBeElsewhereAndHaveAnotherName() {
        LeaseSettings settings = bind(Map.of(
                        "edgewise.leader-election.namespace", "other", "edgewise.leader-election.name", "second"))
                .settings("edge", "scheduler-service", US);
        assertThat(settings.namespace()).isEqualTo("other");
        assertThat(settings.name()).isEqualTo("second");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "retry-period   | 0s      | is PT0S: it must be in 100ms..1h",
                "retry-period   | 1ms     | is PT0.001S: it must be in 100ms..1h",
                "renew-deadline | 2s      | is PT2S: it must be above retry-period, PT2S",
                "lease-duration | 9s      | is PT9S: it must be above renew-deadline, PT10S",
                "lease-duration | 110000d | is PT2640000H: it must be at most 1h",
                "lease-duration | 10500ms | is PT10.5S: it must be a whole number of seconds",
            })
    void wrongTimesAreNamed(String property, String value, String message) {
        String name = "edgewise.leader-election." + property;
        assertThatThrownBy(() -> bind(Map.of(name, value))).rootCause().hasMessageContaining(name + " " + message);
    }
}
