package dev.edgewise.scheduler.wiring;

import static dev.edgewise.common.testing.TestProperties.assertRefused;
import static dev.edgewise.common.testing.TestProperties.bind;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BindPropertiesTest {
    @Test
    void defaults() {
        assertThat(bind(BindProperties.class, Map.of())).isEqualTo(new BindProperties(16));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "concurrency | 0   | 0: it must be from 1 to 256",
                "concurrency | 257 | 257: it must be from 1 to 256",
            })
    void wrongValuesAreNamed(String property, String value, String message) {
        assertRefused(BindProperties.class, property, value, message);
    }
}
