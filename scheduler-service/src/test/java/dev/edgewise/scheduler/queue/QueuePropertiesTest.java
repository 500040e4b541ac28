package dev.edgewise.scheduler.queue;

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
                "initial-backoff   | 0s  | PT0S: it must be above 0, such as 1s",
                "unschedulable-timeout | -1s | PT-1S: it must be above 0, such as 1s",
                "max-backoff       | 1ms | PT0.001S: it must be at least initial-backoff, PT1S",
            })
    void wrongValuesAreNamed(String property, String value, String message) {
        assertRefused(QueueProperties.class, property, value, message);
    }
}
