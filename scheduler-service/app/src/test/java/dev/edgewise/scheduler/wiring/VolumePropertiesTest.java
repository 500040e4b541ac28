package dev.edgewise.scheduler.wiring;

import static dev.edgewise.common.testing.TestProperties.assertRefused;
import static dev.edgewise.common.testing.TestProperties.bind;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.common.boot.InvalidConfigurationException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VolumePropertiesTest {
    @Test
    void defaults() {
        assertThat(bind(VolumeProperties.class, Map.of())).isEqualTo(new VolumeProperties(Duration.ofMinutes(10), 8));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "bind-timeout | 0s  | PT0S: it must be in 1s..1d",
                "bind-timeout | 1us | PT0.000001S: it must be in 1s..1d",
                "bind-timeout | 25h | PT25H: it must be in 1s..1d",
                "max-concurrent-waits | 0  | 0: it must be from 1 to 256",
            })
    void wrongValuesAreNamed(String property, String value, String message) {
        assertRefused(VolumeProperties.class, property, value, message);
    }

    @Test
    void podsThatWaitForVolumesLeaveThreadsToOthers() {
        assertThatThrownBy(() -> VolumesAndDevicesConfiguration.requireRoomForOthers(16, 16))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessage("edgewise.scheduler.volumes.max-concurrent-waits is 16: it must be below"
                        + " edgewise.scheduler.bind.concurrency, 16, or pods that wait for volumes could keep"
                        + " all others from being bound.");
        VolumesAndDevicesConfiguration.requireRoomForOthers(16, 17);
    }
}
