package dev.edgewise.scheduler.decisions;

import static dev.edgewise.common.testing.TestProperties.assertRefused;
import static dev.edgewise.common.testing.TestProperties.bind;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.util.unit.DataSize;

class DecisionsPropertiesTest {
    @Test
    void defaults() {
        assertThat(bind(DecisionsProperties.class, Map.of()))
                .isEqualTo(new DecisionsProperties(10_000, DataSize.ofMegabytes(16)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "max-entries | 0   | 0: it must be from 1 to 200000",
                "shared-size | 2GB | 2147483648B: it must be from 64KB to 1GB",
            })
    void wrongValuesAreNamed(String property, String value, String message) {
        assertRefused(DecisionsProperties.class, property, value, message);
    }
}
