package dev.edgewise.offloader.safety;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NamespaceMovesTest {
    /** A monotonic clock may begin below 0. */
    @Test
    void whoNeverHadATurnIsFirst() {
        assertThat(NamespaceMoves.NONE)
                .isLessThan(new NamespaceMoves(0, -5_000_000_000L))
                .isLessThan(new NamespaceMoves(0, 0));
    }

    @Test
    void whoHadFewerIsBeforeWhoWaitsLonger() {
        assertThat(new NamespaceMoves(1, 20))
                .isLessThan(new NamespaceMoves(2, 10))
                .isLessThan(new NamespaceMoves(1, 30));
        assertThat(new NamespaceMoves(1, 10).andNext()).isGreaterThan(new NamespaceMoves(1, 30));
    }
}
