package dev.edgewise.offloader.safety;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MoveAttemptsTest {
    /** A monotonic clock may begin below 0. */
    @Test
    void whoNeverHadATurnIsFirst() {
        assertThat(MoveAttempts.NONE)
                .isLessThan(new MoveAttempts(0, -5_000_000_000L))
                .isLessThan(new MoveAttempts(0, 0));
    }

    @Test
    void whoHadFewerIsBeforeWhoWaitsLonger() {
        assertThat(new MoveAttempts(1, 20)).isLessThan(new MoveAttempts(2, 10)).isLessThan(new MoveAttempts(1, 30));
        assertThat(new MoveAttempts(1, 10).andNext()).isGreaterThan(new MoveAttempts(1, 30));
    }
}
