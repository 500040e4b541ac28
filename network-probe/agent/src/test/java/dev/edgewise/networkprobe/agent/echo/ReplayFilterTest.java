package dev.edgewise.networkprobe.agent.echo;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReplayFilterTest {
    private final ReplayFilter seen = new ReplayFilter();

    @Test
    void aRequestIsNewOnce() {
        assertThat(seen.add(1, 0)).isTrue();
        assertThat(seen.add(1, 0)).isFalse();
        assertThat(seen.add(1, 7)).isTrue();
        assertThat(seen.add(1, 7)).isFalse();
        assertThat(seen.add(1, 0)).isFalse();
        assertThat(seen.add(2, 0)).as("of another session").isTrue();
    }

    /** The window has 64 requests, the newest included: after 100 these are 37 to 100. */
    @Test
    void aRequestThatOthersOvertookIsNewWithinTheWindow() {
        assertThat(seen.add(1, 100)).isTrue();
        assertThat(seen.add(1, 37)).isTrue();
        assertThat(seen.add(1, 37)).isFalse();
        assertThat(seen.add(1, 36)).isFalse();
        assertThat(seen.add(1, 99)).isTrue();
        assertThat(seen.add(1, 101)).isTrue();
        assertThat(seen.add(1, 99)).isFalse();
        assertThat(seen.add(1, 37)).as("37 left the window").isFalse();
    }

    /**
     * The sender counts its requests to all nodes, so that one node sees gaps: 63 fits in the window, 64 and more empty
     * it.
     */
    @Test
    void aGapInTheSequenceMovesTheWindow() {
        seen.add(1, 0);
        assertThat(seen.add(1, 63)).isTrue();
        assertThat(seen.add(1, 0)).isFalse();
        assertThat(seen.add(1, 127)).isTrue();
        assertThat(seen.add(1, 64)).isTrue();
        assertThat(seen.add(1, 63)).isFalse();
        assertThat(seen.add(1, 1_000_000)).isTrue();
        assertThat(seen.add(1, 1_000_000 - 1)).isTrue();
        assertThat(seen.add(1, 1_000_000)).isFalse();
    }

    @Test
    void memoryIsBoundedAndTheSessionThatWasSilentLongestIsForgotten() {
        for (int session = 0; session < 8192; session++) {
            assertThat(seen.add(session, 5)).isTrue();
        }
        seen.add(0, 6);
        assertThat(seen.add(8192, 5)).as("takes the place of session 1").isTrue();
        assertThat(seen.add(0, 5)).isFalse();
        assertThat(seen.add(2, 5)).isFalse();
        assertThat(seen.add(1, 5)).isTrue();
    }
}
