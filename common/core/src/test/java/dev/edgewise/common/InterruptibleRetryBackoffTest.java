package dev.edgewise.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class InterruptibleRetryBackoffTest {
    @Test
    void theFirstPauseIsOneUntilTheNextSuccess() throws InterruptedException {
        InterruptibleRetryBackoff pauses = new InterruptibleRetryBackoff(Duration.ofNanos(2), Duration.ofNanos(4));
        assertThat(pauses.isFirst()).isTrue();
        pauses.pause();
        assertThat(pauses.isFirst()).isFalse();
        pauses.reset();
        assertThat(pauses.isFirst()).isTrue();
    }

    @Test
    void aPauseLastsHalfOfItsTimeAtLeast() throws InterruptedException {
        InterruptibleRetryBackoff pauses = new InterruptibleRetryBackoff(Duration.ofMillis(10), Duration.ofMillis(20));
        pauses.pause();
        long begun = System.nanoTime();
        pauses.pause();
        assertThat(System.nanoTime() - begun).isGreaterThanOrEqualTo(10_000_000);
    }

    @Test
    void whatIsOverDoesNotPause() throws InterruptedException {
        InterruptibleRetryBackoff pauses = new InterruptibleRetryBackoff(Duration.ofDays(1), Duration.ofDays(2));
        assertThat(pauses.isOver()).isFalse();
        pauses.end();
        pauses.pause();
        assertThat(pauses.isOver()).isTrue();
    }
}
