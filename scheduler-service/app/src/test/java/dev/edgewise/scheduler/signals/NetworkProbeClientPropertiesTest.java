package dev.edgewise.scheduler.signals;

import static dev.edgewise.common.testing.TestProperties.assertRefused;
import static dev.edgewise.common.testing.TestProperties.bind;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NetworkProbeClientPropertiesTest {
    @Test
    void defaults() {
        assertThat(bind(NetworkProbeClientProperties.class, Map.of()))
                .isEqualTo(
                        new NetworkProbeClientProperties(null, 8, Duration.ofSeconds(30), Duration.ofSeconds(2), null));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "url      | nowhere | nowhere: it must be an http or https URL, such as http://network-probe:8080",
                "nodes    | 33      | 33: it must be from 1 to 32",
                "interval | 0s      | PT0S: it must be in 1s..1d",
                "interval | 110000d | PT2640000H: it must be in 1s..1d",
                "timeout  | 500us   | PT0.0005S: it must be in 1ms..1m",
                "timeout  | 61s     | PT1M1S: it must be in 1ms..1m",
            })
    void wrongValuesAreNamed(String property, String value, String message) {
        assertRefused(NetworkProbeClientProperties.class, property, value, message);
    }
}
