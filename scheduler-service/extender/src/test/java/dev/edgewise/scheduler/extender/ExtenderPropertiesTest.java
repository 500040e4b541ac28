package dev.edgewise.scheduler.extender;

import static dev.edgewise.common.testing.TestProperties.assertRefused;
import static dev.edgewise.common.testing.TestProperties.bind;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.util.unit.DataSize;

class ExtenderPropertiesTest {
    @Test
    void defaults() {
        assertThat(bind(ExtenderProperties.class, Map.of()))
                .isEqualTo(new ExtenderProperties(
                        null,
                        "",
                        "edgewise",
                        Duration.ofSeconds(3),
                        DataSize.ofMegabytes(32),
                        DataSize.ofMegabytes(96)));
    }

    @ParameterizedTest
    @CsvSource({
        "port, 65536, 65536: it must be from 0 to 65535",
        "port, -1, -1: it must be from 0 to 65535",
        "deadline, 0s, 'PT0S: it must be 1ms or more, and less than 5s, what kube-scheduler waits by default'",
        "deadline, 1us, 'PT0.000001S: it must be 1ms or more, and less than 5s, what kube-scheduler waits by default'",
        "deadline, 5s, 'PT5S: it must be 1ms or more, and less than 5s, what kube-scheduler waits by default'",
        "max-body, 1KB, 1024B: it must be from 65536B to 268435456B",
        "max-body, 300MB, 314572800B: it must be from 65536B to 268435456B",
        "max-bodies, 63MB, 66060288B: it must be from 67108864B to 1073741824B",
    })
    void whatMakesNoSenseIsRefused(String property, String value, String message) {
        assertRefused(ExtenderProperties.class, property, value, message);
    }
}
