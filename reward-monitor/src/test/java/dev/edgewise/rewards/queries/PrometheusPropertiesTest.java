package dev.edgewise.rewards.queries;

import static dev.edgewise.common.testing.TestProperties.assertRefused;
import static dev.edgewise.common.testing.TestProperties.bind;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrometheusPropertiesTest {
    @Test
    void defaults() {
        assertThat(bind(PrometheusProperties.class, Map.of()))
                .isEqualTo(new PrometheusProperties(
                        URI.create("http://prometheus:9090"),
                        List.of(),
                        Duration.ofMinutes(1),
                        Duration.ofSeconds(10),
                        null));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "poll    | 4s      | PT4S: it must be in 5s..1h",
                "poll    | 110000d | PT2640000H: it must be in 5s..1h",
                "timeout | 0s      | PT0S: it must be above 0, such as 1s",
                "url     | nowhere | nowhere: it must be such as http://prometheus.monitoring:9090",
            })
    void wrongValuesAreNamed(String property, String value, String message) {
        assertRefused(PrometheusProperties.class, property, value, message);
    }
}
