package dev.edgewise.scheduler.wiring;

import static dev.edgewise.common.testing.TestProperties.assertRefused;
import static dev.edgewise.common.testing.TestProperties.bind;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QueuePropertiesTest {
    @Test
    void defaults() {
        assertThat(bind(QueueProperties.class, Map.of()))
                .isEqualTo(new QueueProperties(Duration.ofSeconds(1), Duration.ofSeconds(10), Duration.ofMinutes(5)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "initial-backoff       | 0s      | PT0S: it must be in 1ms..1h",
                "initial-backoff       | 1ns     | PT0.000000001S: it must be in 1ms..1h",
                "initial-backoff       | 110000d | PT2640000H: it must be in 1ms..1h",
                "max-backoff           | 1ms     | PT0.001S: it must be at least initial-backoff, PT1S, and at most 1d",
                "max-backoff           | 110000d | PT2640000H: it must be at least initial-backoff, PT1S, and at most 1d",
                "unschedulable-timeout | -1s     | PT-1S: it must be in 1s..30d",
                "unschedulable-timeout | 110000d | PT2640000H: it must be in 1s..30d",
            })
    void wrongValuesAreNamed(String property, String value, String message) {
        assertRefused(QueueProperties.class, property, value, message);
    }
}
