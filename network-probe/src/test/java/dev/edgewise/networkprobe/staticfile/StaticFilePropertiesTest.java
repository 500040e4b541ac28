package dev.edgewise.networkprobe.staticfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.common.testing.TestProperties;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StaticFilePropertiesTest {
    private static final String PREFIX = "edgewise.network-probe.static";

    private static StaticFileProperties bind(Map<String, String> values) {
        Map<String, String> named = new HashMap<>();
        values.forEach((name, value) -> named.put(PREFIX + "." + name, value));
        return TestProperties.bind(StaticFileProperties.class, named);
    }

    @Test
    void defaults() {
        assertThat(bind(Map.of()))
                .isEqualTo(new StaticFileProperties(null, null, Duration.ofSeconds(2), Duration.ofHours(24)));
    }

    @Test
    void everythingSet() {
        assertThat(bind(Map.of("matrix", "/d/m.gz", "metadata", "/d/n", "poll", "100ms", "valid-for", "1m")))
                .isEqualTo(new StaticFileProperties(
                        Path.of("/d/m.gz"), Path.of("/d/n"), Duration.ofMillis(100), Duration.ofMinutes(1)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            poll      | 0s    | edgewise.network-probe.static.poll is PT0S: it must be in 10ms..1d
            poll      | -1s   | edgewise.network-probe.static.poll is PT-1S: it must be in 10ms..1d
            poll      | 110000d | edgewise.network-probe.static.poll is PT2640000H: it must be in 10ms..1d
            valid-for | 7s    | edgewise.network-probe.static.valid-for is PT7S: it must be at least 4 times poll, PT8S
            valid-for | 366d  | is PT8784H: it must be at least 4 times poll, PT8S, and at most 365d
            matrix    | /d/m  | edgewise.network-probe.static.metadata is not set: it must be set together with matrix
            metadata  | /d/n  | edgewise.network-probe.static.matrix is not set: it must be set together with metadata
            poll      | often | often' is not a valid duration
            """)
    void wrongValuesAreNamed(String name, String value, String message) {
        assertThatThrownBy(() -> bind(Map.of(name, value))).rootCause().hasMessageContaining(message);
    }
}
