package dev.edgewise.scheduler.wiring;

import static dev.edgewise.common.testing.TestProperties.assertRefused;
import static dev.edgewise.common.testing.TestProperties.bind;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.plugins.delay.DelayRules;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DelayPropertiesTest {
    @Test
    void defaults() {
        assertThat(bind(DelayProperties.class, Map.of()).rules())
                .isEqualTo(new DelayRules(0.25, 20, 100, Duration.ofHours(1)));
        assertThat(bind(DelayProperties.class, Map.of("edgewise.scheduler.delay.max-age", "0s"))
                        .rules())
                .isEqualTo(DelayRules.DEFAULT);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "max-loss    | 2   | 2.0: it must be a share from 0 to 1",
                "p95-samples | 0   | 0: it must be from 1 to 10000",
                "p99-samples | -1  | -1: it must be from 1 to 10000",
                "max-age     | -1s | PT-1S: it must be 0s for ever, or up to 365d, such as 1d",
                "max-age     | 106751991168d | PT2562047788032H: it must be 0s for ever, or up to 365d, such as 1d",
            })
    void wrongValuesAreNamed(String property, String value, String message) {
        assertRefused(DelayProperties.class, property, value, message);
    }
}
