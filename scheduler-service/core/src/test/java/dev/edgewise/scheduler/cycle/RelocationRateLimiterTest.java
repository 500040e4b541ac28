package dev.edgewise.scheduler.cycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RelocationRateLimiterTest {
    private long now = 1_000_000_000;
    private final RelocationRateLimiter rate = new RelocationRateLimiter(2, () -> now);

    @Test
    void soManyMoveInAMinute() {
        rate.moved("a");
        assertThat(rate.allows()).isTrue();
        rate.moved("b");
        assertThat(rate.allows()).isFalse();

        pass(Duration.ofMinutes(1));
        assertThat(rate.allows()).isTrue();
    }

    @Test
    void podsOfOneControllerRestLonger() {
        rate.moved("a");

        pass(Duration.ofMinutes(4));
        assertThat(rate.wasMovedRecently("a")).isTrue();
        assertThat(rate.wasMovedRecently("b")).isFalse();
        pass(Duration.ofMinutes(1));
        assertThat(rate.allows()).isTrue();
        assertThat(rate.wasMovedRecently("a")).isFalse();
    }

    @Test
    void aSearchInVainLeavesDecisionsTheirTime() {
        assertThat(rate.<String>timed(() -> {
                    pass(Duration.ofMillis(2));
                    return null;
                }))
                .isNull();
        assertThat(rate.allows()).isFalse();
        pass(Duration.ofMillis(38));
        assertThat(rate.allows()).isTrue();
    }

    @Test
    void oneThatFindsSomethingDoesNot() {
        rate.timed(() -> {
            pass(Duration.ofMillis(2));
            return "found";
        });

        assertThat(rate.allows()).isTrue();
    }

    private void pass(Duration duration) {
        now += duration.toNanos();
    }
}
