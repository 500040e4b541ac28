package dev.edgewise.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BackoffTest {
    private final Backoff backoff = new Backoff(Duration.ofSeconds(3), Duration.ofSeconds(10));

    @ParameterizedTest
    @CsvSource({"0, 3", "1, 3", "2, 6", "3, 10", "4, 10", "2147483647, 10"})
    void doublesUpToTheLongest(int failures, int seconds) {
        assertThat(backoff.after(failures)).isEqualTo(Duration.ofSeconds(seconds));
    }

    @Test
    void spreadsFromHalfToWhole() {
        Random random = new Random(7);
        for (int i = 0; i < 1_000; i++) {
            assertThat(backoff.after(2, random)).isBetween(Duration.ofSeconds(3), Duration.ofSeconds(6));
        }
    }

    @Test
    void refusesTimesThatAreNone() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Backoff(Duration.ZERO, Duration.ofSeconds(1)))
                .withMessage("first is PT0S and longest PT1S: first must be above 0, longest at least first");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Backoff(Duration.ofSeconds(2), Duration.ofSeconds(1)));
    }
}
