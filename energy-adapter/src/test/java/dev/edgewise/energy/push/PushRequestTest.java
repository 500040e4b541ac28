package dev.edgewise.energy.push;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.common.testing.TestClock;
import dev.edgewise.common.web.InvalidInputException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class PushRequestTest {
    private static final Instant NOW = TestClock.START;
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private static PushRequest observed(Instant at) {
        return new PushRequest(50.0, at, null, null, null, null, null);
    }

    @Test
    void aFullBatteryIsAtAHundredPercentAtMost() {
        double full = 27628.343;
        PushRequest report = new PushRequest(null, null, null, full, full, null, null);

        assertThat(100 * full / full).as("of these numbers").isGreaterThan(100);
        assertThat(report.measurement(NOW, MINUTE).percent()).isEqualTo(100);
    }

    @Test
    void whatIsNotValidAnyMoreIsRefused() {
        assertThat(observed(NOW.minus(MINUTE)).measurement(NOW, MINUTE).at()).isEqualTo(NOW.minus(MINUTE));
        assertThatThrownBy(() -> observed(NOW.minus(MINUTE).minusMillis(1)).measurement(NOW, MINUTE))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("it must be at most validFor, PT1M, before the time here");
        assertThatThrownBy(() -> observed(Instant.MIN).measurement(NOW, MINUTE))
                .isInstanceOf(InvalidInputException.class);
    }
}
