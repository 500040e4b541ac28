package dev.edgewise.offloader.safety;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AttemptsTest {
    /** A monotonic clock may begin below 0. */
    @Test
    void whoNeverHadATurnIsFirst() {
        assertThat(Attempts.NONE).isLessThan(new Attempts(0, -5_000_000_000L)).isLessThan(new Attempts(0, 0));
    }

    @Test
    void whoHadFewerIsBeforeWhoWaitsLonger() {
        assertThat(new Attempts(1, 20)).isLessThan(new Attempts(2, 10)).isLessThan(new Attempts(1, 30));
        assertThat(new Attempts(1, 10).andNext()).isGreaterThan(new Attempts(1, 30));
    }
}
