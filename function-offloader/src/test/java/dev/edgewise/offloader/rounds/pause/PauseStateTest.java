package dev.edgewise.offloader.rounds.pause;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PauseStateTest {
    private static final Pause EXAM = new Pause(Instant.EPOCH, "ada", "an exam");

    private int reads;
    private boolean pausesMeanwhile;
    private long now;
    private Optional<Pause> kept = Optional.empty();
    private final PauseState state = new PauseState(
            new PauseStore() {
                @Override
                public Optional<Pause> read() throws PauseUnavailableException {
                    reads++;
                    Optional<Pause> read = kept;
                    if (pausesMeanwhile) {
                        state().pause(EXAM);
                    }
                    return read;
                }

                @Override
                public void pause(Pause pause) {
                    kept = Optional.of(pause);
                }

                @Override
                public void resume() {
                    kept = Optional.empty();
                }
            },
            () -> now);

    @Test
    void whoShowsItReadsOnceASecondAndWhoMovesEachTime() throws Exception {
        assertThat(state.lastKnown()).isEmpty();
        kept = Optional.of(EXAM);
        now = 999_999_999;
        assertThat(state.lastKnown()).isEmpty();
        assertThat(reads).isEqualTo(1);
        assertThat(state.read()).contains(EXAM);
        kept = Optional.empty();
        now += 1_000_000_000;
        assertThat(state.lastKnown()).isEmpty();
        state.pause(EXAM);
        assertThat(state.lastKnown()).as("what was set here").contains(EXAM);
        assertThat(reads).isEqualTo(3);
    }

    @Test
    void aReadThatBeganBeforeAPauseDoesNotHideIt() throws Exception {
        pausesMeanwhile = true;
        assertThat(state.read()).as("a round that had begun").isEmpty();
        pausesMeanwhile = false;
        assertThat(state.wasPaused()).isTrue();
        assertThat(state.lastKnown()).contains(EXAM);
    }

    private PauseState state() {
        return state;
    }
}
